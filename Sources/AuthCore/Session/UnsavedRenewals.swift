/// Renewed sessions that could not be stored. All engines of one instance share them, including those of accounts. They
/// are stored before any other work is done.
final class UnsavedRenewals: Sendable {
  private let sessions = Locked<[SessionID: UnsavedRenewal]>([:])

  var isEmpty: Bool { sessions.withLock { $0.isEmpty } }
  var all: [UnsavedRenewal] { sessions.withLock { Array($0.values) } }
  subscript(id: SessionID) -> UnsavedRenewal? { sessions.withLock { $0[id] } }

  /// The unsaved renewal of a stored session; nil if there is no unsaved renewal.
  func successor(of stored: Session) -> Session? {
    guard let unsaved = self[stored.id],
      RefreshBackoff.Credential(unsaved.old) == RefreshBackoff.Credential(stored)
    else { return nil }
    return unsaved.renewed
  }

  func add(_ unsaved: UnsavedRenewal) { sessions.withLock { $0[unsaved.renewed.id] = unsaved } }

  /// Removes this credential, but not a later one with the same id.
  ///
  /// - Returns: whether it was present.
  @discardableResult
  func remove(_ renewed: Session) -> Bool {
    sessions.withLock { sessions in
      guard sessions[renewed.id]?.renewed.version == renewed.version else { return false }
      sessions[renewed.id] = nil
      return true
    }
  }
}
