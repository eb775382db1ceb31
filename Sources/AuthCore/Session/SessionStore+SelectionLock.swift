extension SessionStore {
  /// Runs `body` while no other caller, here or in another process, can change which session is selected for a
  /// provider. A sign-out must not deselect the session of a sign-in that completes at the same time.
  ///
  /// This lock may be taken alone or inside the lock `session/<id>` of a session. Never take the lock of a session
  /// inside this lock: two callers could then wait for each other.
  func withSelectionLock<Result: Sendable>(
    of provider: ProviderID, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await withLock(on: "selection/\(provider)", body)
  }

  /// Runs `deletion`, then deselects the session if it is the selected one. Holds the lock of the selection for both
  /// steps.
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
