import AuthCore
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A session as it is shown, without its tokens.
enum SessionReport {
  static func json(_ session: Session, state: String? = nil) -> JSONObject {
    var json: JSONObject = ["provider": .string(session.providerID.rawValue), "subject": .string(session.subject)]
    json["identifier"] = session.identifier.map(JSONValue.string) ?? .null
    json["sessionID"] = .string(session.id.rawValue)
    json["expiresAt"] = session.expiresAt.map { .string(ISO8601.encode($0)) } ?? .null
    json["state"] = state.map(JSONValue.string)
    return json
  }

  /// The labels of a session as one text: `label=Work place=home`; empty without labels.
  static func labels(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// What is still valid at the server of a session that was removed without telling the server.
  static func validity(_ session: Session, now: Date) -> Phrase {
    guard let end = session.expiresAt else { return Phrase("command.sessions.stillValid") }
    return end > now
      ? Phrase("command.sessions.stillValidUntil", ["time": .phrase(RelativeTime.phrase(end, now: now))])
      : Phrase("command.sessions.maybeValid")
  }

  /// The text for a renewed session, with its new expiry.
  static func renewed(_ session: Session) -> Phrase {
    session.expiresAt.map { Phrase("command.session.renewedUntil", ["date": .text(ISO8601.encode($0))]) }
      ?? Phrase("command.session.renewed")
  }
}
