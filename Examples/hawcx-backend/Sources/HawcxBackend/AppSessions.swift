import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app's own sessions: a token that is valid for an hour, and a refresh token that works once. They are kept in
/// memory. In production, store the hashes of the tokens in a database.
actor AppSessions {
  static let lifetime = 3600.0

  struct User: Sendable, Hashable {
    let subject: String
    let identifier: String?
  }

  private struct Entry {
    let user: User
    /// The session's id, which a sign-in and all its renewals share.
    let session: String
    var end: Date
    var isSpent = false
  }

  private var tokens: [String: Entry] = [:]
  /// The refresh tokens. Used ones stay in the list, so that a copy is detected.
  private var refreshTokens: [String: Entry] = [:]
  private let clock: any AuthClock
  private let random: any RandomSource

  init(clock: any AuthClock, random: any RandomSource) {
    self.clock = clock
    self.random = random
  }

  /// Opens a new session.
  func open(for user: User) -> JSONValue { issue(user, session: random.token()) }

  /// Renews a session. A refresh token that was used before may have been copied, so it ends its session.
  ///
  /// - Throws: `session_expired` for an unknown or used refresh token.
  func renew(_ token: Secret) throws(AuthError) -> JSONValue {
    guard let entry = refreshTokens[token.revealText()], !entry.isSpent else {
      end(token)
      throw AuthError(.sessionExpired, "The session has ended. Sign in again.")
    }
    refreshTokens[token.revealText()]?.isSpent = true
    return issue(entry.user, session: entry.session)
  }

  /// Ends the session of a refresh token. Does nothing for an unknown token: its session has ended.
  func end(_ token: Secret) {
    guard let session = refreshTokens[token.revealText()]?.session else { return }
    tokens = tokens.filter { $0.value.session != session }
    refreshTokens = refreshTokens.filter { $0.value.session != session }
  }

  /// Returns the user of a token.
  ///
  /// - Throws: `invalid_token` for an unknown or expired token.
  func user(_ token: Secret) throws(AuthError) -> User {
    guard let entry = tokens[token.revealText()], clock.now() < entry.end else {
      throw AuthError(.invalidToken, "The token is invalid or has expired. Sign in again.")
    }
    return entry.user
  }

  private func issue(_ user: User, session: String) -> JSONValue {
    let (token, refresh) = (random.token(), random.token())
    let end = clock.now().addingTimeInterval(Self.lifetime)
    tokens[token] = Entry(user: user, session: session, end: end)
    refreshTokens[refresh] = Entry(user: user, session: session, end: end)
    return [
      "token": .string(token), "expiresIn": .integer(Int64(Self.lifetime)), "refreshToken": .string(refresh),
      "subject": .string(user.subject),
    ]
  }
}
