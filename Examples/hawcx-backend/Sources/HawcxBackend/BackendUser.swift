import AuthAppSessions
import AuthCore

/// The user of a session.
struct BackendUser: Sendable, Hashable {
  let subject: String
  /// The user's e-mail address or telephone number; nil if the vendor knows none.
  let identifier: String?

  init(subject: String, identifier: String?) {
    self.subject = subject
    self.identifier = identifier
  }

  /// Reads the user of a session that the backend has opened.
  init(_ session: ActiveAppSession) {
    self.init(subject: session.subject, identifier: session.claims["identifier"]?.stringValue)
  }

  /// What the session keeps about the user.
  var claims: JSONObject { identifier.map { ["identifier": .string($0)] } ?? [:] }
}
