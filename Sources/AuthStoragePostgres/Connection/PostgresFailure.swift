import AuthCore

/// The reason why a statement has no result.
enum PostgresFailure: Error, Sendable {
  /// The server refused the statement, which had no effect.
  case refused(state: String, message: String)
  /// The statement was not sent.
  case unsent(String)
  /// The statement was sent, but no result arrived. It is unknown whether the statement took effect.
  case unanswered(String)
  /// The settings are wrong, so a retry cannot succeed.
  case settings(AuthError)

  /// The SQLSTATE of a refusal (PostgreSQL, Appendix A).
  var state: String? {
    if case .refused(let state, _) = self { state } else { nil }
  }

  /// Whether the connection cannot be used after the failure: the server is shutting down (57P01 to 57P03), is now a
  /// standby (25006), or reported a connection error (class 08), or no result arrived.
  var endsConnection: Bool {
    switch self {
    case .refused(let state, _): ["57P01", "57P02", "57P03", "25006"].contains(state) || state.hasPrefix("08")
    case .unsent, .unanswered: true
    case .settings: false
    }
  }

  /// Whether a pooler sent the statement over a server connection on which the statement was not prepared (26000), or
  /// on which another client had already prepared it (42P05).
  var concernsPreparing: Bool { state == "26000" || state == "42P05" }

  /// Returns whether the statement may be sent again.
  func allowsRepeating(_ statement: PostgresStatement) -> Bool {
    switch self {
    // A serialisation failure, a deadlock, or a server that is a standby or shutting down: the statement had no effect.
    case .refused(let state, _): ["40001", "40P01", "25006", "57P01", "57P03"].contains(state)
    case .unsent: true
    case .unanswered: statement.isRepeatable
    case .settings: false
    }
  }

  /// Makes the error for the caller. The error includes the server's message for the operator; that message contains no
  /// value of the statement.
  ///
  /// - Parameter action: the purpose of the statement: an infinitive without "to".
  func error(_ action: String) -> AuthError {
    switch self {
    case .settings(let error): return error
    case .unsent(let reason):
      return AuthError(
        .storeUnavailable,
        "The database could not be reached to \(action) (\(reason)). Nothing was changed. If no "
          + "connection was free, raise storage.sessions.postgres.connections. Otherwise check "
          + "storage.sessions.postgres.url, and that the server is running.", underlying: reason)
    case .unanswered(let reason):
      return AuthError(
        .storeUnavailable,
        "The database did not respond to the request to \(action) (\(reason)). The request may have "
          + "taken effect. Try again.",
        underlying: reason)
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
    case "3D000": (.invalidConfiguration, "Create the database, or name another database in the URL.")
    case "53100", "53200": (.storeFull, "Give the database server more disk space or memory.")
    case _ where state.hasPrefix("28"):
      (.storePermissions, "Check the user and the password in the URL.")
    case _
    where state.hasPrefix("53") || state.hasPrefix("57") || state.hasPrefix("08") || state.hasPrefix("40")
      || state == "25006":
      (.storeUnavailable, "Try again.")
    default: (.internalError, "Nothing was changed. Report this to Latchkey's maintainers.")
    }
  }
}
