#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension ProviderServices {
  /// How far this machine's clock is behind the server's, in seconds, as the responses so far show; negative if it is
  /// ahead. Zero before the first response, or if `clock` does not follow the server's time.
  var clockLag: Double { serverTime?.lag ?? 0 }

  /// The server's time, even if this machine's clock is further off than the limit up to which `clock` is corrected
  /// (`ServerTimeEstimate.bound`). Before the first response, it is the time of this machine's clock. Use this time to
  /// judge times in the server's responses, and for times that only the server judges, such as those in proofs.
  package var serverNow: Date { serverNow(assuming: 0) }

  /// Returns the server's time.
  ///
  /// - Parameter lag: how many seconds this machine's clock is assumed to be behind the server's until the server
  ///   responds. Ignored if `clock` does not follow the server's time.
  func serverNow(assuming lag: Double) -> Date { reading.serverNow(assuming: lag) }

  /// The corrected time and the server's time at the same moment, for a decision that needs both.
  var reading: ServerTimeReading { serverTime?.reading ?? ServerTimeReading(wall: clock.now(), lag: 0) }

  /// `clock_skew` if this machine's clock is further off than can be corrected (`ServerTimeEstimate.bound`); nil if it
  /// is not, or if the server has not responded. With such a clock, the server may refuse a renewal only because of the
  /// request's time. The session engine then throws this error and keeps the session.
  var clockFault: AuthError? { clockFault(" The session is kept.") }

  /// Whether a response has corrected this machine's time by more than a second since `clockLag` had the given value. A
  /// request that was refused before may have been refused only because of its time.
  func isCorrected(since lag: Double) -> Bool { abs(clockLag - lag) > 1 && clockFault == nil }

  /// Returns the error that a flow reports in place of `error`.
  ///
  /// If this machine's clock is further off than can be corrected, an error that a wrong clock can cause (a stale
  /// stamp, a token that is not valid yet or has expired) is replaced by `clock_skew`, with the original code in
  /// `underlying`. Any other error, such as `invalid_code`, is returned unchanged.
  func explained(_ error: AuthError) -> AuthError {
    Self.codesOfTime.contains(error.code) ? clockFault("", underlying: error.code.rawValue) ?? error : error
  }

  private static let codesOfTime: Set<AuthError.Code> = [
    .signatureInvalid, .invalidToken, .tokenExpired, .flowExpired, .sessionExpired,
  ]

  private func clockFault(_ consolation: String, underlying: String? = nil) -> AuthError? {
    let lag = clockLag
    guard abs(lag) > ServerTimeEstimate.bound else { return nil }
    let hours = Int((abs(lag) / 3600).rounded())
    return AuthError(
      .clockSkew,
      "This machine's clock is \(hours) hours \(lag > 0 ? "behind" : "ahead of") the server's. A difference of more "
        + "than 15 hours is not corrected. Set the clock and the time zone, and try again.\(consolation)",
      underlying: underlying)
  }
}
