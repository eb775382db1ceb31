/// Keeps sessions and which of them is selected for each provider.
///
/// A store that is killed at any point has the old state or the new one. It never decides that a session has ended:
/// a record that cannot be read is an error (`store_corrupt`, `store_version`, `store_permissions`), never "nothing".
public protocol SessionStore: Sendable {
  /// The session, or nil when there is none of that identity.
  func load(_ id: SessionID) async throws(AuthError) -> Session?
  /// Every session, in no particular order.
  func list() async throws(AuthError) -> [Session]
  /// Writes a session over the one of the same identity.
  ///
  /// - Parameter generation: what the stored session's `generation` must be for the write to happen; nil writes
  ///   whatever is there.
  /// - Returns: whether it was written.
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool
  /// Deletes a session; one that is not there is deleted already.
  func delete(_ id: SessionID) async throws(AuthError)
  /// Which session is selected for a provider.
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID?
  /// Selects a session for a provider, or none.
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError)
  /// Runs `body` while nobody else, in this process or another, holds the lock of that name.
  ///
  /// - Throws: `store_locked` when it is not to be had in time, else what `body` throws.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
}

extension SessionStore {
  /// Writes a session whatever is there.
  public func save(_ session: Session) async throws(AuthError) {
    try await save(session, replacing: nil)
  }
}
