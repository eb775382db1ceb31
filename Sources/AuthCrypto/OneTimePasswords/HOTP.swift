public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A generator of counter-based one-time passwords (RFC 4226).
public struct HOTP: Sendable {
  /// The hash function of the HMAC (RFC 4226 §5.3; RFC 6238 §1.2 adds SHA-256 and SHA-512).
  public enum Algorithm: String, Sendable, Hashable, CaseIterable {
    /// HMAC-SHA-1, which authenticator apps use by default.
    case sha1 = "SHA1"
    /// HMAC-SHA-256.
    case sha256 = "SHA256"
    /// HMAC-SHA-512.
    case sha512 = "SHA512"
  }

  /// The shared secret.
  public let secret: Secret
  /// The number of digits of a code.
  public let digits: Int
  /// The hash function of the HMAC.
  public let algorithm: Algorithm

  /// Creates a generator.
  ///
  /// - Throws: `invalid_request` if `secret` has fewer than 128 bits (RFC 4226 §4, R6), or if `digits` is not 6 to 8.
  public init(secret: Secret, digits: Int = 6, algorithm: Algorithm = .sha1) throws(AuthError) {
    guard secret.count >= 16 else {
      throw AuthError(.invalidRequest, "The one-time password secret is too short. Use 16 bytes or more (RFC 4226 §4).")
    }
    guard (6...8).contains(digits) else {
      throw AuthError(
        .invalidRequest, "The number of digits of a one-time password is out of range. Use 6 to 8 digits.")
    }
    self.secret = secret
    self.digits = digits
    self.algorithm = algorithm
  }

  /// Returns the code for `counter`, with leading zeros.
  public func code(counter: UInt64) -> String {
    let key = secret.withBytes { SymmetricKey(data: $0) }
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
    let code =
      switch algorithm {
      case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
      case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
      case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
      }
    // Dynamic truncation (RFC 4226 §5.3).
    let offset = Int(code[code.count - 1] & 15)
    let number = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let modulus = (0..<digits).reduce(UInt32(1)) { result, _ in result * 10 }
    let text = String(number % modulus)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Returns whether `code` is the code for `counter`. The comparison takes constant time.
  public func isValid(_ code: String, counter: UInt64) -> Bool {
    ConstantTime.equal(code, self.code(counter: counter))
  }
}
