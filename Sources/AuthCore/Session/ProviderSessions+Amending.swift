extension ProviderSessions {
  /// Stores the session that a flow of a signed-in user ended in: the same session, with the user's current data and
  /// perhaps with a new credential (`StepUp`). It stays selected, or not selected, as it was.
  ///
  /// The session may have been renewed since the flow received it. A credential that is not new then stays unused,
  /// because the stored one replaced it.
  ///
  /// - Parameters:
  ///   - amended: the session that the flow ended in.
  ///   - known: the session that the flow was started with.
  /// - Returns: the session as it is stored; nil if the store has no such session.
  /// - Throws: `malformed_response` if the session, tenant or user differs, or a storage code.
  func amend(_ amended: Session, of known: Session) async throws(AuthError) -> Session? {
    if let field = SessionRenewal.difference(of: amended, from: known) {
      throw AuthError(
        .malformedResponse,
        "The flow returned a credential for another \(field). It was rejected, and the session is kept.",
        provider: provider.id)
    }
    let change = try await storing("save") { [self] () throws(AuthError) in
      try await store.withLock(on: "session/\(known.id)") { [self] () throws(AuthError) -> (Session, Session)? in
        guard let stored = try await store.load(known.id), isOwn(stored) else { return nil }
        let current = unsaved.successor(of: stored) ?? stored
        let session = Self.amended(current, by: amended, of: known)
        if session == stored { return (stored, stored) }
        guard try await store.save(session, replacing: stored.generation) else {
          throw AuthError(.storeLocked, "The session \(known.id) keeps changing in the store. Try again.")
        }
        return (session, current)
      }
    }
    guard let (stored, earlier) = change else { return nil }
    if stored.generation != earlier.generation {
      await tidy { [provider] () throws(AuthError) in try await provider.adopted(stored) }
      await letGo([.replaced(earlier, by: stored)])
    }
    try await storing("select") { [self] () throws(AuthError) in try await select(stored, ifSelected: true) }
    return stored
  }

  /// The stored session with what the flow changed. Only a new credential begins a new generation, so that a renewal
  /// under way does not replace it.
  private static func amended(_ stored: Session, by amended: Session, of known: Session) -> Session {
    var session = stored
    if amended.claims != known.claims { session.claims = amended.claims }
    if amended.identifier != known.identifier { session.identifier = amended.identifier }
    if amended.displayName != known.displayName { session.displayName = amended.displayName }
    let isNew = [stored, known].allSatisfy { $0.tokens != amended.tokens || $0.key != amended.key }
    guard isNew else { return session }
    (session.tokens, session.key, session.expiresAt) = (amended.tokens, amended.key, amended.expiresAt)
    session.generation = stored.generation + 1
    return session
  }
}
