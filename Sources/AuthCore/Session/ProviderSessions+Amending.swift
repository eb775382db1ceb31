extension ProviderSessions {
  /// Stores the session that a flow of a signed-in user returned: the session of that user, with current user data and
  /// perhaps with a new credential (`StepUp`). The selection does not change.
  ///
  /// The stored session may have been renewed since the flow received it. Fields that the flow did not change keep
  /// their stored values.
  ///
  /// - Parameters:
  ///   - amended: the session that the flow returned.
  ///   - earlier: the versions of the session that the flow received, oldest first. A field that is equal to the field
  ///     of one of these versions counts as unchanged.
  /// - Returns: the session as it is stored; nil if the store has no such session.
  /// - Throws: `malformed_response` if `amended` is for another session, tenant or user than the first of `earlier`;
  ///   `invalid_request` if the stored session belongs to another instance or tenant; `not_signed_in` if the session is
  ///   deleted before it is read again; a storage code. If the session cannot be stored, it stays unchanged, and the
  ///   flow's changes are not kept in memory: if they were stored later, they could replace a credential that another
  ///   process renewed in the meantime.
  func amend(_ amended: Session, of earlier: [Session]) async throws(AuthError) -> Session? {
    if let known = earlier.first, let field = SessionRenewal.difference(of: amended, from: known) {
      throw AuthError(
        .malformedResponse,
        "The flow returned a credential for another \(field). It was rejected, and the session is kept. Try again.",
        provider: provider.id)
    }
    // A renewal that could not be stored is stored first. If it were stored later, it would replace the flow's new
    // credential.
    try await saveUnsaved(of: amended.id)
    let change = try await storing("save") { [self] () throws(AuthError) in
      try await update(amended.id) { Self.amended($0, by: amended, earlier) }
    }
    guard let (old, new) = change else { return nil }
    if new.generation != old.generation {
      await tidy { [provider] () throws(AuthError) in try await provider.adopted(new) }
      await letGo([.replaced(old, by: new)])
    }
    try await storing("select") { [self] () throws(AuthError) in try await select(new, ifSelected: true) }
    return new
  }

  /// The stored session with the fields that the flow changed. A new credential begins a new generation, so that a
  /// renewal of the earlier generation that is under way does not replace it.
  private static func amended(_ stored: Session, by amended: Session, _ earlier: [Session]) -> Session {
    func newest<Value: Equatable>(_ field: KeyPath<Session, Value>) -> Value {
      let value = amended[keyPath: field]
      return earlier.contains { $0[keyPath: field] == value } ? stored[keyPath: field] : value
    }
    var session = stored
    (session.claims, session.adapterValues) = (newest(\.claims), newest(\.adapterValues))
    (session.identifier, session.displayName) = (newest(\.identifier), newest(\.displayName))
    session.tokens = SessionTokens(
      access: newest(\.tokens.access), refresh: newest(\.tokens.refresh), identity: newest(\.tokens.identity),
      other: newest(\.tokens.other))
    session.key = newest(\.key)
    guard session.tokens != stored.tokens || session.key != stored.key else { return session }
    session.generation = stored.generation + 1
    if session.tokens.access != stored.tokens.access || session.key != stored.key {
      (session.createdAt, session.expiresAt, session.clockLag) = (
        amended.createdAt, amended.expiresAt, amended.clockLag
      )
    }
    return session
  }
}
