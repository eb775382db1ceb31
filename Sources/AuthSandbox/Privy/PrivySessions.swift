import AuthCore

/// The sessions of the app's users and their refresh tokens, each of which works once.
struct PrivySessions: Sendable {
  struct Session: Sendable {
    /// `sid`.
    let id: String
    let user: String
    /// The app client that it was opened by, where the request named one.
    let client: String?
    /// nil while it lives.
    var end: End?
  }

  /// Why a session ended.
  enum End: Sendable, Hashable {
    /// Its user said so.
    case loggedOut
    /// The vendor or the app said so, or a spent refresh token came back.
    case revoked
  }

  private struct RefreshToken: Sendable {
    let session: String
    let expiry: Int64
    /// When it was used, and the response: a client whose response was lost gets the same one again.
    var spent: (at: Int64, answer: JSONValue)?
  }

  /// What a refresh token is good for.
  enum Standing: Sendable {
    /// Unknown, expired, or of a session that its user ended.
    case refused(String)
    /// Live.
    case live(Session)
    /// Spent a moment ago.
    case repeated(Session, answer: JSONValue)
    /// Spent longer ago; its session is revoked now.
    case reused
    /// Live, but its session was revoked.
    case revoked(Session)
  }

  private var sessions: [String: Session] = [:]
  private var refreshTokens: [String: RefreshToken] = [:]

  mutating func open(for user: String, client: String?, random: any RandomSource) -> Session {
    let session = Session(id: random.uuid(), user: user, client: client)
    sessions[session.id] = session
    return session
  }

  /// A session that has not ended.
  func live(_ id: String) -> Session? { sessions[id].flatMap { $0.end == nil ? $0 : nil } }

  /// Every session that has not ended, by id.
  var live: [Session] { sessions.values.filter { $0.end == nil }.sorted { $0.id < $1.id } }

  /// The session that a refresh token belongs to, spent or not, ended or not.
  func owner(of token: String) -> Session? { refreshTokens[token].flatMap { sessions[$0.session] } }

  mutating func issueRefreshToken(for session: Session, expiry: Int64, random: any RandomSource) -> String {
    let token = random.token(byteCount: 45)
    refreshTokens[token] = RefreshToken(session: session.id, expiry: expiry)
    return token
  }

  /// Looks at a refresh token. One that was spent longer than `grace` seconds ago, or at all where `grace` is 0, ends
  /// its session: one of its two users stole it.
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

  /// The token was exchanged for `answer`.
  mutating func spend(_ token: String, at time: Int64, answer: JSONValue) {
    refreshTokens[token]?.spent = (time, answer)
  }

  mutating func logOut(_ id: String) { sessions[id]?.end = .loggedOut }

  /// Ends the live sessions that fit, and says how many.
  mutating func revoke(where fits: (Session) -> Bool) -> Int {
    let ending = sessions.values.filter { $0.end == nil && fits($0) }
    for session in ending { sessions[session.id]?.end = .revoked }
    return ending.count
  }
}
