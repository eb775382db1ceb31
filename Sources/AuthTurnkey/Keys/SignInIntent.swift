import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The record that a sign-in writes before it makes a key.
struct SignInIntent: Sendable, Equatable {
  /// When the key was made or the session was opened.
  var startedAt: Date
  /// When the opened session expires; nil until it is opened.
  var openUntil: Date?
  /// Whether the key was made for the app. The app then opens the session elsewhere and passes its token to a flow.
  var isPending = false

  /// Whether it is assumed that no flow continues the sign-in. A process may have stored an opened session and then
  /// ended before it removed this record. The key of an opened session is therefore kept until the session expires.
  func isAbandoned(at now: Date) -> Bool {
    if isPending { return abs(now.timeIntervalSince(startedAt)) >= SessionKeys.pendingLifetime }
    if let openUntil { return openUntil <= now }
    // Setting the clock back must not keep a key for ever.
    return abs(now.timeIntervalSince(startedAt)) >= SessionKeys.abandonedAfter
  }

  init(startedAt: Date, openUntil: Date?, isPending: Bool = false) {
    self.startedAt = startedAt
    self.openUntil = openUntil
    self.isPending = isPending
  }

  init?(record: Secret) {
    guard let json = try? JSONValue(parsing: record),
      let started = json["started"]?.numberValue
    else { return nil }
    startedAt = Date(timeIntervalSince1970: started)
    isPending = json["pending"]?.boolValue ?? false
    openUntil = json["openUntil"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
  }

  var record: Secret {
    var object: JSONObject = ["started": .number(startedAt.timeIntervalSince1970)]
    object["openUntil"] = openUntil.map { .number($0.timeIntervalSince1970) }
    if isPending { object["pending"] = true }
    return JSONValue.object(object).serializedSecret
  }
}
