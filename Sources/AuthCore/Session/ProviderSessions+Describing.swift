extension ProviderSessions {
  /// Requests the user's current data from the server and stores it with the session.
  ///
  /// - Throws: `unsupported` for a provider that cannot request the data; `not_signed_in` if the session is no longer
  ///   stored; `invalid_request` if it belongs to another instance or tenant; a storage code; the error of the request,
  ///   after which the session is unchanged.
  @discardableResult
  func describe(_ id: SessionID) async throws(AuthError) -> Session {
    guard let describing = provider as? any SessionDescribing else {
      throw AuthError(
        .unsupported,
        "'\(provider.id)' cannot fetch the current data of a session's user. Use the data that is stored with the "
          + "session.", provider: provider.id)
    }
    guard let asked = try await store.load(id) else { throw notSignedIn }
    try checkOwn(asked)
    let described = try await describing.described(asked)
    // If the session was renewed during the request, it keeps its new credential.
    let change = try await update(id) { session in
      var session = session
      // After such a renewal, the stored identity token is newer than the described one and is kept.
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

  /// Updates the user's data after a flow that may have changed it. Does nothing for a provider that cannot request the
  /// data. An error is only recorded as an event, because the flow has already succeeded and the next renewal updates
  /// the data.
  ///
  /// - Parameter id: the session; nil for the session that this engine serves.
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
