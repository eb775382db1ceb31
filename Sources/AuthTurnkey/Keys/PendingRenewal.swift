import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A renewal that was sent, or is about to be sent: the new key, and the body that asks the server to accept it.
///
/// The server returns the same activity for the same body (T10). A renewal whose response was lost is therefore
/// repeated with the same bytes rather than with another key.
struct PendingRenewal: Sendable, Equatable {
  /// The key of the session to renew. It stamps the request.
  let oldKey: KeyReference
  /// The key of the new session.
  let newKey: KeyReference
  /// The exact body of the request.
  let body: [UInt8]
  /// The time in the body.
  let startedAt: Date

  /// How long a renewal is repeated, in seconds. The server accepts a body that is less than an hour old (T14). Half
  /// an hour allows for clocks that differ.
  static let lifetime: Double = 1800

  /// Whether the renewal can still be sent, and belongs to the current key of `session`.
  func isUsable(for session: Session, now: Date) -> Bool {
    let age = now.timeIntervalSince(startedAt)
    return oldKey == session.key && age >= -Self.lifetime && age < Self.lifetime
  }

  init(oldKey: KeyReference, newKey: KeyReference, body: [UInt8], startedAt: Date) {
    self.oldKey = oldKey
    self.newKey = newKey
    self.body = body
    self.startedAt = startedAt
  }

  init?(record: Secret) {
    guard let json = try? JSONValue(parsing: record),
      let oldKey = KeyReference(json: json["old"]), let newKey = KeyReference(json: json["new"]),
      let body = json["body"]?.stringValue, let started = json["started"]?.numberValue
    else { return nil }
    self.init(
      oldKey: oldKey, newKey: newKey, body: Array(body.utf8), startedAt: Date(timeIntervalSince1970: started))
  }

  var record: Secret {
    let json: JSONValue = [
      "old": oldKey.json, "new": newKey.json, "body": .string(String(decoding: body, as: UTF8.self)),
      "started": .number(startedAt.timeIntervalSince1970),
    ]
    return json.serializedSecret
  }

  static func recordKey(_ id: SessionID) -> String { "renewal/" + id.rawValue }
}
