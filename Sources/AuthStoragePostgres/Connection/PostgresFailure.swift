import AuthCore

/// Why a statement has no result.
enum PostgresFailure: Error, Sendable {
  /// The server refused it, and it had no effect.
  case refused(state: String, message: String)
  /// It was not sent.
  case unsent(String)
  /// It was sent, and whether it took effect is unknown.
  case unanswered(String)
  /// The settings are wrong; trying again does not help.
  case settings(AuthError)

  /// The SQLSTATE of a refusal (PostgreSQL, Appendix A).
  var state: String? {
    if case .refused(let state, _) = self { state } else { nil }
  }

  /// Whether the connection is useless after it: the server shuts down (57P01 to 57P03), or is a standby now (25006).
  var endsConnection: Bool {
    switch self {
    case .refused(let state, _): ["57P01", "57P02", "57P03", "25006"].contains(state) || state.hasPrefix("08")
    case .unsent, .unanswered: true
    case .settings: false
    }
  }

  /// Whether a pooler gave the statement to another server connection than the one that prepared it.
  var concernsPreparing: Bool { state == "26000" || state == "42P05" }

  /// Whether it may be sent again.
  func allowsRepeating(_ statement: PostgresStatement) -> Bool {
    switch self {
    // A serialisation failure, a deadlock, or a server that did not take the statement.
    case .refused(let state, _): ["40001", "40P01", "25006", "57P01", "57P03"].contains(state)
    case .unsent: true
    case .unanswered: statement.isRepeatable
    case .settings: false
    }
  }

  /// The error for the caller. A server's message is shown where an operator needs it; it contains no value of ours.
  func error(_ action: String) -> AuthError {
    switch self {
    case .settings(let error): return error
    case .unsent(let reason):
      return AuthError(
        .storeUnavailable,
        "The database could not be reached to \(action) (\(reason)). Check storage.sessions.postgres.url, and that the "
          + "server runs. Nothing was changed.", underlying: reason)
    case .unanswered(let reason):
      return AuthError(
        .storeUnavailable,
        "The database did not answer while asked to \(action) (\(reason)). Try again.", underlying: reason)
    case .refused(let state, let message):
      let (code, remedy) = Self.meaning(state)
      return AuthError(
        code, "The database refused to \(action): \(message) (SQLSTATE \(state)). \(remedy)", underlying: state)
    }
  }

  private static func meaning(_ state: String) -> (AuthError.Code, String) {
    switch state {
    case "42501":
      (
        .storePermissions,
        "Run the SQL of `latchkey storage grant ROLE` as the schema's owner. To migrate, the owner needs CREATE on the "
          + "database."
      )
    case "42P01", "3F000", "42703", "42883":
      (.invalidConfiguration, "Run `latchkey storage migrate` with this configuration, as the schema's owner.")
    case "53100", "53200", "54000": (.storeFull, "Give the database server more space.")
    case _ where state.hasPrefix("28"):
      (.storePermissions, "Check the user and the password of the URL.")
    case _
    where state.hasPrefix("53") || state.hasPrefix("57") || state.hasPrefix("08") || state.hasPrefix("40")
      || state == "25006" || state == "3D000":
      (.storeUnavailable, "Try again.")
    default: (.internalError, "Nothing was changed. Report this to Latchkey's maintainers.")
    }
  }
}
