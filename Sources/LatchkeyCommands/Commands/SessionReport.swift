import AuthCore
import AuthUI

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

  /// The text for a renewed session, with its new expiry.
  static func renewed(_ session: Session) -> Phrase {
    session.expiresAt.map { Phrase("command.session.renewedUntil", ["date": .text(ISO8601.encode($0))]) }
      ?? Phrase("command.session.renewed")
  }
}
