import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A requested approval: `{"request", "shows", "expires_in", "poll_every"}`.
struct PendingApproval: Sendable, Equatable {
  /// Beacon's id of the request. It is a secret, because its holder can collect the session.
  let request: Secret
  /// The number to compare on both screens.
  let shows: String
  /// When the request expires.
  let expiresAt: Date
  /// Seconds between two polls.
  let interval: Int64

  /// The prompt that shows the number.
  var prompt: ApprovalPrompt {
    ApprovalPrompt(displayCode: shows, expiresAt: expiresAt, pollInterval: .seconds(interval))
  }

  /// Reads Beacon's response.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, now: Date) throws(AuthError) {
    request = try answer.requiredSecret("request")
    shows = try answer.requiredString("shows")
    guard let lifetime = answer["expires_in"]?.numberValue, lifetime > 0 else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'expires_in'. Try again, or check the server's address.")
    }
    expiresAt = now.addingTimeInterval(min(lifetime, 3600))
    // The limits prevent an endless loop and an endless wait, even if the server sends a wrong number.
    interval = min(max(answer["poll_every"]?.integerValue ?? 3, 1), 60)
  }

  /// Reads the form that `json` writes; nil for any other form.
  init?(json: JSONValue) {
    guard let request = json["request"]?.stringValue, let shows = json["shows"]?.stringValue,
      let expiresAt = json["expires_at"]?.numberValue, let interval = json["interval"]?.integerValue
    else { return nil }
    self.request = Secret(request)
    self.shows = shows
    self.expiresAt = Date(timeIntervalSince1970: expiresAt)
    self.interval = interval
  }

  /// The JSON for the sealed record of a suspended flow, the only place where a secret may be stored.
  var json: JSONValue {
    [
      "request": .string(request.revealText()), "shows": .string(shows),
      "expires_at": .number(expiresAt.timeIntervalSince1970), "interval": .integer(interval),
    ]
  }
}
