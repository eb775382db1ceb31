package import AuthCore
package import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private key in memory, as a key object of the cryptography library. The object is created once, not for each
/// signature.
package enum SigningKey: Sendable {
  case p256(P256.Signing.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)

  /// Generates a new key.
  package init(generating algorithm: KeyAlgorithm) {
    switch algorithm {
    case .p256: self = .p256(P256.Signing.PrivateKey())
    case .ed25519: self = .ed25519(Curve25519.Signing.PrivateKey())
    }
  }

  /// Creates a key from its raw form, the 32 bytes of the scalar (P-256) or seed (Ed25519); nil if the bytes are not a
  /// valid key.
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

  /// The key's algorithm.
  package var algorithm: KeyAlgorithm {
    switch self {
    case .p256: .p256
    case .ed25519: .ed25519
    }
  }

  /// The public key in the format that `KeyAlgorithm` defines.
  package var publicKey: [UInt8] {
    switch self {
    case .p256(let key): Array(key.publicKey.compressedRepresentation)
    case .ed25519(let key): Array(key.publicKey.rawRepresentation)
    }
  }

  /// The raw form: the 32 bytes of the scalar (P-256) or seed (Ed25519).
  package var raw: Secret {
    var bytes =
      switch self {
      case .p256(let key): Array(key.rawRepresentation)
      case .ed25519(let key): Array(key.rawRepresentation)
      }
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }

  /// Signs `message`; returns the signature in the format that `KeyAlgorithm` defines.
  ///
  /// - Throws: `internal` if the cryptography library fails.
  package func sign(_ message: [UInt8]) throws(AuthError) -> [UInt8] {
    do {
      switch self {
      case .p256(let key): return Array(try key.signature(for: message).rawRepresentation)
      case .ed25519(let key): return Array(try key.signature(for: message))
      }
    } catch {
      throw AuthError(
        .internalError, "The cryptography library could not sign. Report this to Latchkey's maintainers.",
        underlying: "\(error)")
    }
  }
}
