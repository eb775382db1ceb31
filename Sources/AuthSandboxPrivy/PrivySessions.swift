import AuthCore

/// The sessions of the app's users and their refresh tokens, each of which works once.
struct PrivySessions: Sendable {
  struct Session: Sendable {
    /// The session's id: the claim `sid` of its tokens.
    let id: String
    let user: String
    /// The id of the app client that opened the session, if the request named one.
    let client: String?
    /// Why the session ended; nil while the session is live.
    var end: End?
  }

  /// Why a session ended.
  enum End: Sendable, Hashable {
    /// The user signed out.
    case loggedOut
    /// The vendor or the app revoked the session, or a used refresh token was presented after its grace period.
    case revoked
  }

  private struct RefreshToken: Sendable {
    let session: String
    let expiry: Int64
    /// The time of the first use, and the response. A client that did not receive the response gets it again within the
    /// grace period.
    var spent: (at: Int64, answer: JSONValue)?
  }

  /// The state of a refresh token.
  enum Standing: Sendable {
    /// Unknown or expired, or its session ended because the user signed out. The text is the reason.
    case refused(String)
    /// Valid and unused, for a live session.
    case live(Session)
    /// Used before, within the grace period, and the session is live; `answer` was the response.
    case repeated(Session, answer: JSONValue)
    /// Used before, and the grace period is over or the session had ended; the session has ended now.
    case reused
    /// Unused, but its session was revoked.
    case revoked(Session)
  }

  private var sessions: [String: Session] = [:]
  private var refreshTokens: [String: RefreshToken] = [:]

  mutating func open(for user: String, client: String?, random: any RandomSource) -> Session {
    let session = Session(id: random.uuid(), user: user, client: client)
    sessions[session.id] = session
    return session
  }

  /// The session with this id; nil if it is unknown or has ended.
  func live(_ id: String) -> Session? { sessions[id].flatMap { $0.end == nil ? $0 : nil } }

  /// The live sessions, sorted by id.
  var live: [Session] { sessions.values.filter { $0.end == nil }.sorted { $0.id < $1.id } }

  /// The session of a refresh token, even if the token was used or the session has ended; nil if the token is unknown.
  func session(of token: String) -> Session? { refreshTokens[token].flatMap { sessions[$0.session] } }

  mutating func issueRefreshToken(for session: Session, expiry: Int64, random: any RandomSource) -> String {
    let token = random.token(byteCount: 45)
    refreshTokens[token] = RefreshToken(session: session.id, expiry: expiry)
    return token
  }

  /// Checks a refresh token. A token that was used before ends its session, since the token may have been stolen. The
  /// exception is a token whose first use was at most `grace` seconds ago; if `grace` is 0, there is no exception.
  mutating func examine(_ token: String, at time: Int64, grace: Int64) -> Standing {
    guard let known = refreshTokens[token], let session = sessions[known.session] else { return .refused("unknown") }
    if let spent = known.spent {
      if grace > 0, time - spent.at <= grace, session.end == nil { return .repeated(session, answer: spent.answer) }
      sessions[session.id]?.end = session.end ?? .revoked
      return .reused
    }
    switch session.end {
    case .loggedOut: return .refused("session ended")
    case .revoked: return .revoked(session)
    case nil: return time < known.expiry ? .live(session) : .refused("expired")
    }
  }

  /// Records that the token was exchanged for `answer`.
  mutating func spend(_ token: String, at time: Int64, answer: JSONValue) {
    refreshTokens[token]?.spent = (time, answer)
  }

  mutating func logOut(_ id: String) { sessions[id]?.end = .loggedOut }

  /// Ends the live sessions that match, and returns the number of ended sessions.
  mutating func revoke(where fits: (Session) -> Bool) -> Int {
    let ending = sessions.values.filter { $0.end == nil && fits($0) }
    for session in ending { sessions[session.id]?.end = .revoked }
    return ending.count
  }
}
