import AuthCore

/// Everything that the tenant remembers.
struct AuthsignalRecords: Sendable {
  var users: [String: AuthsignalUser] = [:]
  var actions: [AuthsignalAction.Key: AuthsignalAction] = [:]
  /// Codes that were sent, by challenge id.
  var challenges: [String: AuthsignalChallenge] = [:]
  /// The challenge that waits for a code, by token and method.
  var waiting: [AuthsignalChallenge.Slot: String] = [:]
  var sending: [AuthsignalChallenge.Window: AuthsignalRateWindow] = [:]
  var verifying: [AuthsignalChallenge.Window: AuthsignalRateWindow] = [:]
  /// Actions whose proof was exchanged for a session: a proof works once at the app's backend.
  var exchanged: Set<AuthsignalAction.Key> = []

  /// The user, made on first mention.
  mutating func user(_ id: String) -> AuthsignalUser {
    if let known = users[id] { return known }
    users[id] = AuthsignalUser()
    return AuthsignalUser()
  }

  /// A deleted user's tokens stop working, too: their actions are gone.
  mutating func delete(user id: String) {
    users[id] = nil
    actions = actions.filter { $0.key.userID != id }
    challenges = challenges.filter { $0.value.userID != id }
  }
}
