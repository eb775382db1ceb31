#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension ProviderServices {
  /// How far this machine's clock is behind the server's, in seconds, from the responses so far.
  var clockLag: Double { serverTime?.lag ?? 0 }

  /// The server's time, however wrong this machine's clock is. Use it to judge times in that server's own responses.
  /// Requests use `clock`, whose correction is limited.
  package var serverNow: Date { serverNow(assuming: 0) }

  /// The same; until the server responds, this machine's clock is assumed to be `lag` seconds behind.
  func serverNow(assuming lag: Double) -> Date { reading.serverNow(assuming: lag) }

  /// One reading of the clock, for a decision that needs the corrected time and the server's.
  var reading: ServerTimeReading { serverTime?.reading ?? ServerTimeReading(wall: clock.now(), lag: 0) }

  /// The error if this machine's clock is further off than the correction allows; nil if it is not, or if the server
  /// has not responded. With such a clock, a server may refuse a request because of its time, so a refusal does not end
  /// a session.
  var clockFault: AuthError? { clockFault(" The session is kept.") }

  /// The error of a sign-in. If the clock is further off than the correction allows and the error can come from that (a
  /// stale stamp, a token that is not valid yet or no longer valid), the clock's error replaces it. A wrong code stays
  /// a wrong code.
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
      "This machine's clock is \(hours) hours \(lag > 0 ? "behind" : "ahead of") the server's; set it right and try "
        + "again.\(consolation)", underlying: underlying)
  }
}
