/// Renewed sessions that the store would not take; the engines of one instance, accounts included, share them. They are
/// stored before anything else.
final class UnsavedRenewals: Sendable {
  private let sessions = Locked<[SessionID: UnsavedRenewal]>([:])

  var isEmpty: Bool { sessions.withLock { $0.isEmpty } }
  var all: [UnsavedRenewal] { sessions.withLock { Array($0.values) } }
  subscript(id: SessionID) -> UnsavedRenewal? { sessions.withLock { $0[id] } }

  func add(_ unsaved: UnsavedRenewal) { sessions.withLock { $0[unsaved.renewed.id] = unsaved } }

  /// - Returns: whether it was there.
  @discardableResult
  func remove(_ id: SessionID) -> Bool { sessions.withLock { $0.removeValue(forKey: id) != nil } }
}
