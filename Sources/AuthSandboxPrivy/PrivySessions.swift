import AuthCore

/// The sessions of the app's users and their refresh tokens, each of which works once.
struct PrivySessions: Sendable {
  struct Session: Sendable {
    /// `sid`.
    let id: String
    let user: String
    /// The app client that opened it, if the request named one.
    let client: String?
    /// nil while it is live.
    var end: End?
  }

  /// Why a session ended.
  enum End: Sendable, Hashable {
    /// Its user signed out.
    case loggedOut
    /// The vendor or the app revoked it, or a used refresh token was presented again.
    case revoked
  }

  private struct RefreshToken: Sendable {
    let session: String
    let expiry: Int64
    /// When it was used, and the response: a client whose response was lost gets the same one again.
    var spent: (at: Int64, answer: JSONValue)?
  }

  /// The state of a refresh token.
  enum Standing: Sendable {
    /// Unknown, expired, or of a session that its user signed out of.
    case refused(String)
    /// Live.
    case live(Session)
    /// Used within the grace period.
    case repeated(Session, answer: JSONValue)
    /// Used longer ago; its session is now revoked.
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

  /// A live session.
  func live(_ id: String) -> Session? { sessions[id].flatMap { $0.end == nil ? $0 : nil } }

  /// Every live session, by id.
  var live: [Session] { sessions.values.filter { $0.end == nil }.sorted { $0.id < $1.id } }

  /// The session of a refresh token, used or not, ended or not.
  func owner(of token: String) -> Session? { refreshTokens[token].flatMap { sessions[$0.session] } }

  mutating func issueRefreshToken(for session: Session, expiry: Int64, random: any RandomSource) -> String {
    let token = random.token(byteCount: 45)
    refreshTokens[token] = RefreshToken(session: session.id, expiry: expiry)
    return token
  }

  /// Checks a refresh token. A token that was used more than `grace` seconds ago, or at all where `grace` is 0, ends
  /// its session, since one of its two users stole it.
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

  /// Ends the live sessions that match, and returns their number.
  mutating func revoke(where fits: (Session) -> Bool) -> Int {
    let ending = sessions.values.filter { $0.end == nil && fits($0) }
    for session in ending { sessions[session.id]?.end = .revoked }
    return ending.count
  }
}
