extension ProviderSessions {
  /// Requests the user's current data from the server and stores it with the session.
  ///
  /// - Throws: `unsupported` for a provider that cannot request it, `not_signed_in` when the session has been deleted,
  ///   and the error of the request. After an error, the session is unchanged.
  @discardableResult
  func describe(_ id: SessionID) async throws(AuthError) -> Session {
    guard let describing = provider as? any SessionDescribing else {
      throw AuthError(
        .unsupported, "'\(provider.id)' cannot fetch the current data of a session's user.", provider: provider.id)
    }
    guard let asked = try await store.load(id) else { throw notSignedIn }
    try checkOwn(asked)
    let described = try await describing.described(asked)
    // The session may have been renewed during the request: its new credential stays.
    let change = try await update(id) { session in
      var session = session
      // If so, its identity token is newer and stays.
      if session.tokens.access == asked.tokens.access { session.tokens.identity = described.tokens.identity }
      session.claims = described.claims
      session.identifier = described.identifier
      session.displayName = described.displayName
      return session
    }
    guard let stored = change?.new else { throw notSignedIn }
    try await storing("select") { [self] () throws(AuthError) in try await select(stored, ifSelected: true) }
    return stored
  }

  /// Updates the user's data after a flow that may have changed it. A failure is only recorded, because the flow has
  /// already succeeded and the next renewal updates the data.
  ///
  /// - Parameter id: the session; nil for the selected one.
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
