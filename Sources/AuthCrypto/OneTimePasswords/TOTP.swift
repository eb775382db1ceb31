public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A generator of time-based one-time passwords (RFC 6238). Its time steps count from 1970.
public struct TOTP: Sendable {
  /// The counter-based generator, whose counter is the time step.
  public let generator: HOTP
  /// The length of a time step, in seconds.
  public let period: Int

  /// Creates a generator.
  ///
  /// - Throws: the errors of `HOTP`'s initialiser, and `invalid_request` for a period outside 1 to 300 seconds.
  public init(
    secret: Secret, digits: Int = 6, algorithm: HOTP.Algorithm = .sha1, period: Int = 30
  ) throws(AuthError) {
    guard (1...300).contains(period) else {
      throw AuthError(.invalidRequest, "The period of a one-time password is out of range. Use 1 to 300 seconds.")
    }
    generator = try HOTP(secret: secret, digits: digits, algorithm: algorithm)
    self.period = period
  }

  /// Returns the time step of an instant; zero before 1970.
  public func step(at instant: Date) -> UInt64 {
    UInt64(max(0, instant.timeIntervalSince1970)) / UInt64(period)
  }

  /// Returns the code for an instant.
  public func code(at instant: Date) -> String { generator.code(counter: step(at: instant)) }

  /// Returns the time step of `code`: the previous, current or next step, because the clocks may differ. Only steps
  /// later than `lastStep` count. Returns nil if no step matches. Every candidate is computed and compared, so that the
  /// time taken does not depend on the code.
  public func matchingStep(for code: String, at instant: Date, after lastStep: UInt64? = nil) -> UInt64? {
    let now = step(at: instant)
    var match: UInt64?
    for candidate in (now == 0 ? 0 : now - 1)...(now + 1) {
      let isEqual = generator.isValid(code, counter: candidate)
      if isEqual, lastStep.map({ candidate > $0 }) ?? true, match == nil { match = candidate }
    }
    return match
  }

  /// Returns the URI that an authenticator app reads from a QR code: `otpauth://totp/…`. The URI contains the secret.
  public func uri(issuer: String, account: String) -> Secret {
    let label = Self.percentEncoded(issuer) + ":" + Self.percentEncoded(account)
    return Secret(
      "otpauth://totp/\(label)?secret=\(generator.secret.withBytes { Base32.encode($0) })"
        + "&issuer=\(Self.percentEncoded(issuer))&algorithm=\(generator.algorithm.rawValue)"
        + "&digits=\(generator.digits)&period=\(period)")
  }

  private static func percentEncoded(_ text: String) -> String { PercentEncoding.encode(text) }
}
