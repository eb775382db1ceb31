public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppSessions {
  /// Ends the session of a refresh token, even if the token is spent: `session/revoke` of the app's backend. An unknown
  /// token has no effect, because its session has ended already.
  ///
  /// - Returns: whether a session was ended.
  /// - Throws: a storage code.
  @discardableResult
  public func revoke(refreshToken: Secret) async throws(AuthError) -> Bool {
    guard let token = PresentedToken(refreshToken, as: .refresh) else { return false }
    return try await end(token.id, .revoked) { $0.owns(refresh: token) }
  }

  /// Ends one session of a subject, which the user has chosen on a page with the user's sessions.
  ///
  /// - Returns: whether a session was ended; false if the session is not one of `subject`, or has ended already.
  /// - Throws: a storage code.
  @discardableResult
  public func revoke(_ id: SessionID, of subject: String) async throws(AuthError) -> Bool {
    try await end(id, .revoked) { $0.facts.subject.hasSameBytes(as: subject) }
  }

  /// Ends all sessions of a subject.
  ///
  /// - Parameters:
  ///   - subject: the user's id in the app.
  ///   - kept: a session that does not end, for "sign out everywhere else"; nil for none.
  /// - Returns: the sessions that were ended. A session that is opened during the call may be missing.
  /// - Throws: a storage code.
  @discardableResult
  public func revoke(subject: String, except kept: SessionID? = nil) async throws(AuthError) -> [SessionID] {
    try await endAll(AppSessionHandle.subject(subject), .revoked) { $0.facts.id != kept }
  }

  /// Ends the sessions that began with a session of a provider (`sid`). Sign-ins with it that are under way are
  /// refused.
  ///
  /// - Returns: the sessions that were ended.
  /// - Throws: a storage code.
  @discardableResult
  public func revoke(
    providerSession id: String, at provider: ProviderID
  ) async throws(AuthError) -> [SessionID] {
    try await end(AppSessionEnding(provider: provider, target: .session(id, of: nil), reason: .revoked))
  }

  /// Ends the sessions that a provider's event is about.
  ///
  /// The call can be repeated: a session that has ended stays ended. If it throws, repeat it.
  ///
  /// - Returns: the sessions that were ended.
  /// - Throws: a storage code.
  @discardableResult
  public func end(_ ending: AppSessionEnding) async throws(AuthError) -> [SessionID] {
    let now = clock.now().inMilliseconds
    let limit = ending.before?.adding(policy.clockTolerance)
    let isMeant: @Sendable (LiveAppSession) -> Bool = { session in
      limit.map { session.facts.authenticatedAt <= $0 } ?? true
    }
    switch ending.target {
    case .subject(let subject):
      let handle = AppSessionHandle.user(subject, at: ending.provider)
      if let before = ending.before, ending.refusesSignIns {
        try await records.change(handle) { $0.close(before: before, at: now) }
      }
      return try await endAll(handle, ending.reason, if: isMeant)
    case .session(let id, let subject):
      let handle = AppSessionHandle.session(id, at: ending.provider)
      try await records.change(handle) { $0.close(before: nil, at: now) }
      var ended = try await endAll(handle, ending.reason)
      guard let subject else { return ended }
      // The provider named no session at the sign-in, so the event may refer to this session.
      ended += try await endAll(AppSessionHandle.user(subject, at: ending.provider), ending.reason) { session in
        session.facts.providerSession == nil && isMeant(session)
      }
      return ended
    }
  }

  /// Acts on a provider's event: ends the sessions, then notes the event, so that an event that arrives again has no
  /// effect. If the host crashes in between, the next delivery ends the sessions again.
  ///
  /// - Returns: the sessions that were ended; empty for an event that was noted before.
  /// - Throws: a storage code. The provider should then deliver the event again.
  @discardableResult
  public func handle(_ notice: AppSessionNotice) async throws(AuthError) -> [SessionID] {
    let key = AppSessionHandle.notice(notice)
    guard try await !records.knows(notice: key) else {
      observe(.noticeRepeated(source: notice.source))
      return []
    }
    var ended: [SessionID] = []
    for ending in notice.endings { ended += try await end(ending) }
    try await records.note(notice: key, until: notice.keepUntil)
    return ended
  }

  /// Ends the sessions in a list for which `condition` is true.
  private func endAll(
    _ handle: String, _ reason: AppSessionEndReason,
    if condition: @escaping @Sendable (LiveAppSession) -> Bool = { _ in true }
  ) async throws(AuthError) -> [SessionID] {
    var ended: [SessionID] = []
    for entry in try await records.index(handle).entries where try await end(entry.id, reason, if: condition) {
      ended.append(entry.id)
    }
    return ended
  }

  /// Ends a session if `condition` is true for it. A record that cannot be read is removed: without it, no token of the
  /// session is accepted.
  ///
  /// - Returns: whether the session was ended by this call.
  @discardableResult
  func end(
    _ id: SessionID, _ reason: AppSessionEndReason,
    if condition: @escaping @Sendable (LiveAppSession) -> Bool = { _ in true }
  ) async throws(AuthError) -> Bool {
    let now = clock.now().inMilliseconds
    let ended = try await records.repeating {
      () async throws(AuthError) -> AppSessionRecords.Attempt<EndedAppSession?> in
      let found: (session: StoredAppSession, version: UInt64)?
      do throws(AuthError) {
        found = try await records.session(id)
      } catch  where error.isUnreadableRecord {
        try await records.remove(id, expecting: nil)
        return .done(EndedAppSession(reason: reason, at: now, keepUntil: now, handles: []))
      }
      guard let (stored, version) = found, case .live(let session) = stored, condition(session) else {
        return .done(nil)
      }
      let next = EndedAppSession(
        reason: reason, at: now, keepUntil: min(now.adding(policy.endedRetention), session.facts.endsAt),
        handles: session.handles)
      return try await records.write(.ended(next), id, expecting: version) ? .done(next) : .conflict
    }
    guard let ended else { return false }
    observe(.ended(id, reason))
    for handle in ended.handles { try await records.change(handle) { $0.leave(id) } }
    return true
  }
}
