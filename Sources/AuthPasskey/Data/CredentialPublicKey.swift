import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A credential's public key in COSE's form (RFC 9052 §7, RFC 9053 §7; WebAuthn Level 3 §5.8.5).
enum CredentialPublicKey: Sendable {
  case es256(P256.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  /// The COSE number of its algorithm: −7 or −8.
  var algorithm: Int {
    switch self {
    case .es256: -7
    case .ed25519: -8
    }
  }

  /// The deterministic encoding: 77 bytes for ES256.
  var encoded: [UInt8] {
    switch self {
    case .es256(let key):
      let point = Array(key.rawRepresentation)
      return CBORValue.map([
        1: 2, 3: -7, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32))),
      ]).encoded
    case .ed25519(let key):
      return CBORValue.map([1: 1, 3: -8, -1: 6, -2: .bytes(Array(key.rawRepresentation))]).encoded
    }
  }

  /// The key behind a COSE key.
  ///
  /// - Throws: `unsupported` for an algorithm that is not known here, `malformed_response` for a key that is none, for
  ///   members beyond the required ones and for compressed points.
  init(encoded bytes: [UInt8]) throws(AuthError) {
    let malformed = AuthError(.malformedResponse, "The credential's public key is no valid COSE key.")
    do {
      let key = try CBORValue(encoded: bytes)
      switch key[3]?.integerValue {
      case -7:
        guard key.mapValue?.count == 5, key[1] == 2, key[-1] == 1, let x = key[-2]?.bytesValue,
          let y = key[-3]?.bytesValue, x.count == 32, y.count == 32
        else { throw malformed }
        self = .es256(try P256.Signing.PublicKey(rawRepresentation: x + y))
      case -8:
        guard key.mapValue?.count == 4, key[1] == 1, key[-1] == 6, let x = key[-2]?.bytesValue, x.count == 32 else {
          throw malformed
        }
        self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
      case let algorithm?:
        throw AuthError(.unsupported, "COSE algorithm \(algorithm) is not known here; ES256 (-7) and EdDSA (-8) are.")
      case nil: throw malformed
      }
    } catch let error as AuthError {
      throw error
    } catch {
      throw malformed
    }
  }

  /// Whether `signature` (DER for ES256) is this key's over `message`.
  func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    switch self {
    case .es256(let key):
      do {
        return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: message)
      } catch {
        return false
      }
    case .ed25519(let key): return key.isValidSignature(signature, for: message)
    }
  }
}
