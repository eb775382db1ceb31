package import AuthCore
package import AuthCrypto

/// A private key that signs for a wallet account.
package enum ChainKey: Sendable {
  case secp256k1(Secp256k1.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)
  case p256(P256.Signing.PrivateKey)

  /// Reads a private key; nil unless `bytes` are 32 bytes that are a valid key for the curve.
  package init?(_ curve: ChainCurve, _ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    do {
      switch curve {
      case .secp256k1:
        guard let key = Secp256k1.PrivateKey(bytes) else { return nil }
        self = .secp256k1(key)
      case .ed25519: self = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
      case .p256: self = .p256(try P256.Signing.PrivateKey(rawRepresentation: bytes))
      }
    } catch {
      return nil
    }
  }

  /// Makes a new key.
  package init(_ curve: ChainCurve, random: any RandomSource) {
    while true {
      // Almost all 32-byte values are valid keys, so the loop rarely runs twice.
      guard let key = ChainKey(curve, random.bytes(32)) else { continue }
      self = key
      return
    }
  }

  package var curve: ChainCurve {
    switch self {
    case .secp256k1: .secp256k1
    case .ed25519: .ed25519
    case .p256: .p256
    }
  }

  package var bytes: [UInt8] {
    switch self {
    case .secp256k1(let key): key.bytes
    case .ed25519(let key): Array(key.rawRepresentation)
    case .p256(let key): Array(key.rawRepresentation)
    }
  }

  /// The public key: a compressed point, or the 32 bytes of an Ed25519 key.
  package var publicKey: [UInt8] {
    switch self {
    case .secp256k1(let key): key.publicKey.compressed
    case .ed25519(let key): Array(key.publicKey.rawRepresentation)
    case .p256(let key): Array(key.publicKey.compressedRepresentation)
    }
  }

  var uncompressedPublicKey: [UInt8] {
    switch self {
    case .secp256k1(let key): key.publicKey.uncompressed
    case .ed25519(let key): Array(key.publicKey.rawRepresentation)
    case .p256(let key): Array(key.publicKey.x963Representation)
    }
  }

  /// Signs a payload. The result is the two halves of the signature and, for secp256k1, the recovery id, which is 0 for
  /// the other curves; nil if the payload has the wrong length or cannot be signed.
  ///
  /// - Parameter payload: for Ed25519 any message, otherwise a digest of 32 bytes.
  package func sign(_ payload: [UInt8]) -> (r: [UInt8], s: [UInt8], recovery: UInt8)? {
    do {
      switch self {
      case .secp256k1(let key):
        return key.sign(digest: payload).map { ($0.r.bytes, $0.s.bytes, $0.isOdd ? 1 : 0) }
      case .ed25519(let key):
        let signature = Array(try key.signature(for: payload))
        return (Array(signature.prefix(32)), Array(signature.suffix(32)), 0)
      case .p256(let key):
        guard let digest = ReadyDigest(payload) else { return nil }
        let signature = Array(try key.signature(for: digest).rawRepresentation)
        return (Array(signature.prefix(32)), Array(signature.suffix(32)), 0)
      }
    } catch {
      return nil
    }
  }
}
