import AuthCore
import AuthCrypto
import AuthSandboxChains

/// A public key that verifies stamps, on one of the curves of API keys (T75).
enum TurnkeyPublicKey: Sendable {
  case p256(P256.Signing.PublicKey)
  case secp256k1(Secp256k1.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - text: a compressed point, or the 32 bytes of an Ed25519 key, in hexadecimal.
  ///   - curveType: `API_KEY_CURVE_P256`, `API_KEY_CURVE_SECP256K1` or `API_KEY_CURVE_ED25519`.
  /// - Throws: `malformedPublicKey`, also for an unknown curve.
  init(_ text: String, curveType: String) throws(TurnkeyFailure) {
    guard let bytes = Hex.decode(text) else { throw .malformedPublicKey }
    do {
      switch (curveType, bytes.count) {
      case ("API_KEY_CURVE_P256", 33): self = .p256(try P256.Signing.PublicKey(compressedRepresentation: bytes))
      case ("API_KEY_CURVE_SECP256K1", 33):
        guard let key = Secp256k1.PublicKey(bytes) else { throw CryptoError.invalidEncoding }
        self = .secp256k1(key)
      case ("API_KEY_CURVE_ED25519", 32):
        self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes))
      default: throw CryptoError.invalidEncoding
      }
    } catch {
      throw .malformedPublicKey
    }
  }

  /// The type of a registered key: v1CredentialType.
  var credentialType: String {
    switch self {
    case .p256: "CREDENTIAL_TYPE_API_KEY_P256"
    case .secp256k1: "CREDENTIAL_TYPE_API_KEY_SECP256K1"
    case .ed25519: "CREDENTIAL_TYPE_API_KEY_ED25519"
    }
  }

  /// Whether `signature` is this key's signature over `body` in the stamp scheme `scheme`.
  func isValid(_ signature: [UInt8], over body: [UInt8], scheme: TurnkeyStamp.Scheme) -> Bool {
    switch (self, scheme) {
    case (.p256(let key), .p256):
      do {
        return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: body)
      } catch {
        return false
      }
    case (.secp256k1(let key), .secp256k1):
      return Secp256k1.Signature(der: signature).map {
        key.isValid($0, digest: Array(SHA256.hash(data: body)))
      } ?? false
    case (.secp256k1(let key), .secp256k1EIP191):
      // The wallet shows the body to the user and signs it as a personal message (EIP-191).
      let message = Array("\u{19}Ethereum Signed Message:\n\(body.count)".utf8) + body
      return Secp256k1.Signature(der: signature).map { key.isValid($0, digest: Keccak.hash256(message)) } ?? false
    case (.ed25519(let key), .ed25519): return key.isValidSignature(signature, for: body)
    default: return false
    }
  }
}
