public import AuthCore

/// The sessions of an app at the app's own backend: opens, renews, checks, lists and ends them.
///
/// Tokens are random and opaque, and the store keeps only their SHA-256. A session is one record, and each change is
/// one compare-and-set, so several hosts can share a record store (`MemoryRecordStore`, `FileRecordStore`,
/// `PostgresRecordStore`). Copies of this value share the store.
public struct AppSessions: Sendable {
  /// The lifetimes and limits.
  public let policy: AppSessionPolicy
  let records: AppSessionRecords
  let clock: any AuthClock
  let random: any RandomSource
  let observe: AppSessionObserver

  /// Creates the sessions of one app.
  ///
  /// - Parameters:
  ///   - records: the store. The sessions are in its namespace `app-sessions`.
  ///   - policy: the lifetimes and limits.
  ///   - clock: the time. The clocks of hosts that share a store should be synchronised.
  ///   - random: the source of the tokens.
  ///   - observe: receives the events, with the real reason of each refusal.
  public init(
    records: any RecordStore, policy: AppSessionPolicy = AppSessionPolicy(), clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), observe: @escaping AppSessionObserver = { _ in }
  ) {
    self.records = AppSessionRecords(records)
    self.policy = policy.bounded
    self.clock = clock
    self.random = random
    self.observe = observe
  }

  /// Returns the session of an access token. The call reads one record, and sends requests only to the store.
  ///
  /// If `dpopKeyThumbprint` of the session is not nil, the caller must check the request's DPoP proof against it (RFC
  /// 9449 §7.1).
  ///
  /// - Throws: `invalid_token` for a token that is malformed, unknown or expired, or whose session was ended; a storage
  ///   code if the record cannot be read.
  public func verify(_ accessToken: Secret) async throws(AuthError) -> ActiveAppSession {
    guard let token = PresentedToken(accessToken, as: .access) else { throw refusal(.malformed, nil) }
    switch try await records.session(token.id)?.session {
    case nil: throw refusal(.unknown, nil)
    case .ended: throw refusal(.ended, token.id)
    case .live(let live):
      switch live.check(access: token, at: clock.now()) {
      case .failure(let refused): throw refusal(refused.reason, token.id)
      case .success(let expiry):
        var session = live.facts
        session.tokenExpiresAt = expiry
        return session
      }
    }
  }

  /// Reports the reason to the observer, and returns the error for the client, which is the same for every reason.
  func refusal(_ reason: AppSessionRefusal, _ id: SessionID?) -> AuthError {
    observe(.refused(reason, session: id))
    return AppSessionRefusal.error
  }
}
