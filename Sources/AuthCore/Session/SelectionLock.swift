extension SessionStore {
  /// Runs `body` while no other caller changes which session is selected for a provider, here or in another process: a
  /// sign-out that deselects must not hit the sign-in that came in between.
  ///
  /// Taken inside a session's lock or alone, never around it.
  func withSelectionLock<Result: Sendable>(
    of provider: ProviderID, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await withLock(on: "selection/\(provider)", body)
  }

  /// Deselects a session where it is selected, after `deletion`.
  func deselecting(
    _ session: Session, after deletion: @Sendable () async throws(AuthError) -> Void
  ) async throws(AuthError) {
    try await withSelectionLock(of: session.providerID) { () throws(AuthError) in
      try await deletion()
      if try await selection(for: session.providerID) == session.id {
        try await select(nil, for: session.providerID)
      }
    }
  }
}
