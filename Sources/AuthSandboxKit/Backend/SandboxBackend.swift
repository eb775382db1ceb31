package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The sessions of the app's own backend: opaque bearer tokens that expire, each with a refresh token that works once.
/// A refresh token that is used again after the grace period ends the whole session, since it may have been stolen.
package struct SandboxBackend: Sendable {
  /// One sign-in and all its tokens.
  struct SessionRecord: Sendable {
    let id: String
    let provider: String
    let subject: String
    let identifier: String?
  }

  struct AccessToken: Sendable {
    let session: String
    let expires: Date
  }

  struct RefreshToken: Sendable {
    let session: String
    /// The time of the first use, and the response, which a client that did not receive it can request again; nil for
    /// an unused token.
    var spent: (at: Date, answer: JSONObject)?
  }

  private var sessions: [String: SessionRecord] = [:]
  private var accessTokens: [String: AccessToken] = [:]
  private var refreshTokens: [String: RefreshToken] = [:]

  /// The bearer tokens with which users were deleted. Such a token gets 410 for another deletion, as proof of the
  /// first.
  private var tokensOfDeletedUsers: Set<String> = []
  /// The authorization codes of Sign in with Apple that were used. A code works once.
  private var spentAppleCodes: Set<String> = []

  package init() {}

  /// Creates a session, and returns its response: `{"token","expiresIn","refreshToken","subject"}`.
  ///
  /// - Parameters:
  ///   - provider: the vendor of the sign-in; its policy's `accessTokenSeconds` (3600) is the token's lifetime.
  ///   - subject: the vendor's user id.
  ///   - identifier: the user's address, if known.
  ///   - moment: the time, the source of randomness, and the lifetimes.
  package mutating func issue(
    provider: String, subject: String, identifier: String? = nil, at moment: BackendMoment
  ) -> JSONObject {
    let record = SessionRecord(
      id: moment.random.uuid(), provider: provider, subject: subject, identifier: identifier)
    sessions[record.id] = record
    return tokens(for: record, moment)
  }

  /// `POST /backend/session/refresh`: returns the next pair of tokens, or the same pair again within the grace period
  /// after the token's first use. A use after the grace period ends the session. Returns nil if the token is unknown,
  /// its grace period is over, or its session has ended.
  mutating func refresh(_ token: String, at moment: BackendMoment) -> JSONObject? {
    guard var known = refreshTokens[token], let record = sessions[known.session] else { return nil }
    if let spent = known.spent {
      let age = moment.now.timeIntervalSince(spent.at)
      if age <= Double(moment.graceSeconds(record.provider)) { return spent.answer }
      sessions[record.id] = nil
      return nil
    }
    let answer = tokens(for: record, moment)
    known.spent = (moment.now, answer)
    refreshTokens[token] = known
    return answer
  }

  /// Returns the user of a bearer token: `{"provider","subject","identifier"?,"sessionID","expiresAt"}`; nil if the
  /// token is unknown or expired, or its session has ended.
  package func identify(_ token: String, now: Date) -> JSONObject? {
    guard let access = accessTokens[token], access.expires > now, let record = sessions[access.session] else {
      return nil
    }
    var object: JSONObject = ["provider": .string(record.provider), "subject": .string(record.subject)]
    object["identifier"] = record.identifier.map { .string($0) }
    object["sessionID"] = .string(record.id)
    object["expiresAt"] = .string(ISO8601.encode(access.expires))
    return object
  }

  /// The live sessions, each with the expiry of its last access token.
  var liveSessions: [(record: SessionRecord, expires: Date?)] {
    let ends = Dictionary(accessTokens.values.map { ($0.session, $0.expires) }) { max($0, $1) }
    return sessions.values.map { ($0, ends[$0.id]) }
      .sorted { ($0.expires ?? .distantPast, $0.record.id) < ($1.expires ?? .distantPast, $1.record.id) }
  }

  /// Ends the target's sessions from sign-ins at a vendor, and returns the number of ended sessions. The target can
  /// name a session by its id or by one of its access tokens.
  mutating func revoke(_ target: SandboxRevocation, provider: String) -> Int {
    let ended = sessions.values.filter { record in
      guard record.provider == provider else { return false }
      switch target {
      case .subject(let subject): return record.subject == subject
      case .session(let id): return record.id == id || accessTokens[id]?.session == record.id
      }
    }
    for record in ended { sessions[record.id] = nil }
    return ended.count
  }

  /// `POST /backend/session/revoke`: ends the session that a refresh token or an access token belongs to. False if the
  /// token is unknown or its session has ended already.
  mutating func revoke(token: String) -> Bool {
    guard let id = refreshTokens[token]?.session ?? accessTokens[token]?.session else { return false }
    return sessions.removeValue(forKey: id) != nil
  }

  /// Whether a user was deleted with this bearer token.
  func hasDeletedUser(of token: String?) -> Bool { token.map(tokensOfDeletedUsers.contains) ?? false }

  /// Revokes Apple's tokens of the user of an authorization code; false if the code was used before.
  mutating func spendAppleCode(_ code: String) -> Bool { spentAppleCodes.insert(code).inserted }

  mutating func noteDeletedUser(of token: String?) {
    if let token { tokensOfDeletedUsers.insert(token) }
  }

  private mutating func tokens(for record: SessionRecord, _ moment: BackendMoment) -> JSONObject {
    let token = "app_" + moment.random.token(byteCount: 24)
    let refreshToken = "apr_" + moment.random.token(byteCount: 24)
    let lifetime = moment.accessTokenSeconds(record.provider)
    accessTokens[token] = AccessToken(
      session: record.id, expires: moment.now.addingTimeInterval(Double(lifetime)))
    refreshTokens[refreshToken] = RefreshToken(session: record.id)
    return [
      "token": .string(token), "expiresIn": .integer(lifetime), "refreshToken": .string(refreshToken),
      "subject": .string(record.subject),
    ]
  }
}
