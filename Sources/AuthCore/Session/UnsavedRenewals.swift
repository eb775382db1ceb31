/// Renewed sessions that the store would not take; the engines of one instance, accounts included, share them. They are
/// stored before anything else.
final class UnsavedRenewals: Sendable {
  private let sessions = Locked<[SessionID: UnsavedRenewal]>([:])

  var isEmpty: Bool { sessions.withLock { $0.isEmpty } }
  var all: [UnsavedRenewal] { sessions.withLock { Array($0.values) } }
  subscript(id: SessionID) -> UnsavedRenewal? { sessions.withLock { $0[id] } }

  /// What became of a session that is stored; nil where it, or another sign-in under its identity, is the newest.
  func successor(of stored: Session) -> Session? {
    guard let unsaved = self[stored.id],
      RenewalBackoff.Credential(unsaved.old) == RenewalBackoff.Credential(stored)
    else { return nil }
    return unsaved.renewed
  }

  func add(_ unsaved: UnsavedRenewal) { sessions.withLock { $0[unsaved.renewed.id] = unsaved } }

  /// Removes this credential, and none that came in its place.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  func remove(_ renewed: Session) -> Bool {
    sessions.withLock { sessions in
      guard sessions[renewed.id]?.renewed.version == renewed.version else { return false }
      sessions[renewed.id] = nil
      return true
    }
  }
}
