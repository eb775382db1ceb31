public import AuthCore

extension AppSessions {
  /// Returns the sessions of a subject that can still be used or renewed, the one that was renewed last first. A page
  /// with the user's sessions shows `device`, `issuedAt` and `renewedAt`.
  ///
  /// - Throws: a storage code if the list or a session cannot be read.
  public func list(subject: String) async throws(AuthError) -> [ActiveAppSession] {
    let now = clock.now()
    var sessions: [ActiveAppSession] = []
    for entry in try await records.index(AppSessionHandle.subject(subject)).entries {
      guard case .live(let session)? = try await records.session(entry.id)?.session,
        !StoredAppSession.live(session).isRemovable(at: now)
      else { continue }
      sessions.append(session.facts)
    }
    return sessions.sorted { $0.renewedAt > $1.renewedAt }
  }
}
