import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An approval that was asked for: `{"request", "shows", "expires_in", "poll_every"}`.
struct PendingApproval: Sendable, Equatable {
  /// Beacon's name for it. Whoever has it can collect the session, so it is a secret.
  let request: Secret
  /// The number to compare on both screens.
  let shows: String
  /// When it is too late.
  let expiresAt: Date
  /// Seconds between two questions.
  let interval: Int64

  /// The prompt for it.
  var prompt: ApprovalPrompt {
    ApprovalPrompt(displayCode: shows, expiresAt: expiresAt, pollInterval: .seconds(interval))
  }

  /// Reads Beacon's answer.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, now: Date) throws(AuthError) {
    request = try answer.requiredSecret("request")
    shows = try answer.requiredString("shows")
    guard let lifetime = answer["expires_in"]?.numberValue, lifetime > 0 else {
      throw AuthError(.malformedResponse, "The answer has no valid field 'expires_in'.")
    }
    expiresAt = now.addingTimeInterval(min(lifetime, 3600))
    // Neither a server nor a typing error makes this an endless loop or an endless wait.
    interval = min(max(answer["poll_every"]?.integerValue ?? 3, 1), 60)
  }

  /// What `json` wrote.
  init?(json: JSONValue) {
    guard let request = json["request"]?.stringValue, let shows = json["shows"]?.stringValue,
      let expiresAt = json["expires_at"]?.numberValue, let interval = json["interval"]?.integerValue
    else { return nil }
    self.request = Secret(request)
    self.shows = shows
    self.expiresAt = Date(timeIntervalSince1970: expiresAt)
    self.interval = interval
  }

  /// For the sealed record of a suspended flow: the one place where a secret may be written down.
  var json: JSONValue {
    [
      "request": .string(request.revealText()), "shows": .string(shows),
      "expires_at": .number(expiresAt.timeIntervalSince1970), "interval": .integer(interval),
    ]
  }
}
