extension ProviderSessions {
  /// Stores what the server says of a session's user now.
  ///
  /// - Throws: `unsupported` for a provider that cannot ask, `not_signed_in` when the session is gone, and what asking
  ///   throws; the session stays as it was then.
  @discardableResult
  func describe(_ id: SessionID) async throws(AuthError) -> Session {
    guard let describing = provider as? any SessionDescribing else {
      throw AuthError(.unsupported, "'\(provider.id)' cannot be asked about a session's user.", provider: provider.id)
    }
    guard let asked = try await store.load(id) else { throw notSignedIn }
    try checkOwn(asked)
    let described = try await describing.described(asked)
    let stored = try await store.withLock(on: "session/\(id)") { [self] () throws(AuthError) -> Session in
      // A renewal may have come in since: its credential stays.
      guard var session = try await store.load(id) else { throw notSignedIn }
      // What is said of the user anew is a part of what is said; of a credential that was renewed since, it is the old.
      if session.tokens.access == asked.tokens.access { session.tokens.identity = described.tokens.identity }
      session.claims = described.claims
      session.identifier = described.identifier
      session.displayName = described.displayName
      try await store.save(session, replacing: session.generation)
      return session
    }
    try await storing("select") { [self] () throws(AuthError) in try await select(stored, ifSelected: true) }
    return stored
  }

  /// The same after a flow that may have changed the user, as far as it can be done: the flow has succeeded already,
  /// and the next renewal says it all again.
  func describeAnew(_ id: SessionID?) async {
    guard provider is any SessionDescribing else { return }
    do throws(AuthError) {
      var known = id
      if known == nil { known = try await stored()?.id }
      if let known { try await describe(known) }
    } catch {
      services.observer.record(.store(operation: "describe", provider: provider.id, error: error))
    }
  }
}
