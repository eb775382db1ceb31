import AuthCore

/// A device that waits for its user (RFC 8628 §3.2).
struct OIDCDeviceAuthorization: Sendable {
  enum State: Sendable {
    case waiting
    case approved(OIDCAuthentication)
    case denied
  }

  /// The letters of user codes: without vowels and similar shapes (RFC 8628 §6.1).
  static let letters = "BCDFGHJKLMNPQRSTVWXZ"

  let userCode: String
  let clientID: String
  let scopes: [String]
  let resources: [String]
  let expires: Int64
  var state = State.waiting
  /// The seconds between two polls.
  var interval: Int64
  var polledAt: Int64?

  /// Notes a poll, and returns whether it came too soon. Every poll that is too soon makes the interval longer by five
  /// seconds (RFC 8628 §3.5).
  mutating func isPolledTooSoon(at time: Int64) -> Bool {
    defer { polledAt = time }
    guard let polledAt, time - polledAt < interval else { return false }
    interval += 5
    return true
  }

  /// The letters of a user code as a user typed it: in any case, with or without separators.
  static func normalized(_ code: String) -> String { code.uppercased().filter(letters.contains) }
}
