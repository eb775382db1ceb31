/// A session that the vendor keeps for the app (§5, §6: session management).
struct AuthsignalSession: Sendable {
  /// GUESS: how long an access token lives; no source says. As long as a client token.
  static let lifetime: Int64 = 600

  let id: String
  let userID: String
  let clientID: String
  let method: AuthsignalMethod?
  var refreshToken: String
}
