public import AuthCore
import AuthCrypto

/// The text format of an exported private key.
public enum PrivateKeyFormat: Sendable, Hashable, CaseIterable {
  /// Lower-case hex of the 32 bytes.
  case hexadecimal
  /// The format that Solana wallets import: the seed and the public key, 64 bytes, in base58 **without a checksum**.
  case solana

  /// Returns the text of a key.
  ///
  /// - Parameter key: the 32 bytes of an export.
  /// - Throws: `malformed_response` unless the key has 32 bytes.
  public func text(of key: Secret) throws(AuthError) -> Secret {
    guard key.count == 32 else {
      throw AuthError(
        .malformedResponse,
        "The exported key has \(key.count) bytes, not 32. Pass the bytes of a private key, not a mnemonic.")
    }
    switch self {
    case .hexadecimal: return Secret(Hex.encode(key.revealBytes()))
    case .solana:
      var seed = key.revealBytes()
      defer { Wiping.wipe(&seed) }
      do {
        let publicKey = try Curve25519.Signing.PrivateKey(rawRepresentation: seed).publicKey
        var pair = seed + Array(publicKey.rawRepresentation)
        defer { Wiping.wipe(&pair) }
        return Secret(Base58.encode(pair))
      } catch {
        throw AuthError(.malformedResponse, "The exported key is not an Ed25519 seed. Use the format hexadecimal.")
      }
    }
  }
}
