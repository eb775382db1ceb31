import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The public key of a credential, a COSE_Key (RFC 9052 §7, RFC 9053 §7, RFC 8230 §4; WebAuthn Level 3 §5.8.5). This
/// package creates only ES256 keys, and verifies signatures with every algorithm of this enumeration.
enum COSEKey: Sendable {
  case es256(P256.Signing.PublicKey)
  case es384(P384.Signing.PublicKey)
  case es512(P521.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)
  case rs256(RSA.Signing.PublicKey)

  /// The COSE algorithm identifier.
  var algorithm: Int {
    switch self {
    case .es256: -7
    case .es384: -35
    case .es512: -36
    case .ed25519: -8
    case .rs256: -257
    }
  }

  /// Returns the deterministic encoding of an ES256 key as a COSE_Key, which has 77 bytes.
  static func encoded(_ key: P256.Signing.PublicKey) -> [UInt8] {
    let point = Array(key.rawRepresentation)
    return CBORValue.map([
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32))),
    ]).encoded
  }

  /// Reads a COSE_Key.
  ///
  /// - Throws: `unsupported` for an unknown algorithm; `malformed_response` if the key is malformed, has members other
  ///   than the required members, or contains a compressed point.
  init(encoded bytes: [UInt8]) throws(AuthError) {
    let malformed = AuthError(
      .malformedResponse,
      "The credential's public key is not a valid COSE key with exactly the required members. Create the passkey with "
        + "another authenticator.")
    do {
      let key = try CBORValue(encoded: bytes)
      switch key[3]?.integerValue {
      case -7: self = .es256(try P256.Signing.PublicKey(rawRepresentation: try Self.point(key, 1, 32, malformed)))
      case -35: self = .es384(try P384.Signing.PublicKey(rawRepresentation: try Self.point(key, 2, 48, malformed)))
      case -36: self = .es512(try P521.Signing.PublicKey(rawRepresentation: try Self.point(key, 3, 66, malformed)))
      case -8:
        guard key.mapValue?.count == 4, key[1] == 1, key[-1] == 6, let x = key[-2]?.bytesValue, x.count == 32 else {
          throw malformed
        }
        self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
      case -257:
        guard key.mapValue?.count == 4, key[1] == 3, let modulus = key[-1]?.bytesValue,
          let exponent = key[-2]?.bytesValue
        else { throw malformed }
        self = .rs256(try RSA.Signing.PublicKey(modulus: modulus, exponent: exponent))
      case let algorithm?:
        throw AuthError(
          .unsupported, "COSE algorithm \(algorithm) is not supported. Request -7, -35, -36, -8 or -257.")
      case nil: throw malformed
      }
    } catch let error as AuthError {
      throw error
    } catch {
      throw malformed
    }
  }

  /// Returns the coordinates of the point in a key on a NIST curve.
  ///
  /// - Throws: `malformed` if the key has another type, another curve or other members, if the point is compressed, or
  ///   if a coordinate is not padded to `size` bytes.
  private static func point(
    _ key: CBORValue, _ curve: CBORValue, _ size: Int, _ malformed: AuthError
  ) throws(AuthError) -> [UInt8] {
    guard key.mapValue?.count == 5, key[1] == 2, key[-1] == curve, let x = key[-2]?.bytesValue,
      let y = key[-3]?.bytesValue, x.count == size, y.count == size
    else { throw malformed }
    return x + y
  }

  /// The key as a `SubjectPublicKeyInfo` in DER, as in certificates.
  var publicKeyInfo: [UInt8] {
    switch self {
    case .es256(let key): Array(key.derRepresentation)
    case .es384(let key): Array(key.derRepresentation)
    case .es512(let key): Array(key.derRepresentation)
    case .ed25519(let key): key.spkiRepresentation
    case .rs256(let key): key.derRepresentation
    }
  }

  /// Returns whether `signature` (in DER for the NIST curves) is a signature of this key over `message`.
  func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    do {
      switch self {
      case .es256(let key):
        return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: message)
      case .es384(let key):
        return key.isValidSignature(try P384.Signing.ECDSASignature(derRepresentation: signature), for: message)
      case .es512(let key):
        return key.isValidSignature(try P521.Signing.ECDSASignature(derRepresentation: signature), for: message)
      case .ed25519(let key): return key.isValidSignature(signature, for: message)
      case .rs256(let key): return key.isValidSignature(signature, for: message, using: .pkcs1v15SHA256)
      }
    } catch {
      return false
    }
  }
}
