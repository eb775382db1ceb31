package import AuthCore
package import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private key in memory, ready to sign: the library's key object is made once, not for each signature.
package enum SigningKey: Sendable {
  case p256(P256.Signing.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)

  /// A new key.
  package init(generating algorithm: KeyAlgorithm) {
    switch algorithm {
    case .p256: self = .p256(P256.Signing.PrivateKey())
    case .ed25519: self = .ed25519(Curve25519.Signing.PrivateKey())
    }
  }

  /// The key of a raw form: the 32 bytes of the scalar or of the seed. nil when they are not a valid key.
  init?(_ algorithm: KeyAlgorithm, raw: Secret) {
    do {
      var bytes = raw.revealBytes()
      defer { Wiping.wipe(&bytes) }
      switch algorithm {
      case .p256: self = .p256(try P256.Signing.PrivateKey(rawRepresentation: bytes))
      case .ed25519: self = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
      }
    } catch {
      return nil
    }
  }

  package var algorithm: KeyAlgorithm {
    switch self {
    case .p256: .p256
    case .ed25519: .ed25519
    }
  }

  /// The public key in the form that `KeyAlgorithm` defines.
  package var publicKey: [UInt8] {
    switch self {
    case .p256(let key): Array(key.publicKey.compressedRepresentation)
    case .ed25519(let key): Array(key.publicKey.rawRepresentation)
    }
  }

  /// The raw form, for sealing.
  package var raw: Secret {
    var bytes =
      switch self {
      case .p256(let key): Array(key.rawRepresentation)
      case .ed25519(let key): Array(key.rawRepresentation)
      }
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }

  /// The signature in the form that `KeyAlgorithm` defines.
  package func sign(_ message: [UInt8]) throws(AuthError) -> [UInt8] {
    do {
      switch self {
      case .p256(let key): return Array(try key.signature(for: message).rawRepresentation)
      case .ed25519(let key): return Array(try key.signature(for: message))
      }
    } catch {
      throw AuthError(.internalError, "The key did not sign.", underlying: "\(error)")
    }
  }
}
