/// Renewed sessions that could not be stored. All engines of one instance share them, including those of accounts.
///
/// Each is stored before its credential is used for a renewal. Until then, one caller at a time tries to store it, and the
/// others use it from memory. After a slow failure there is a pause, so that a store that does not answer takes at most
/// a tenth of the callers' time. Callers of other sessions start an attempt in the background, after a second: another
/// host may need the session.
final class UnsavedRenewals: Sendable {
  private struct Entry {
    let unsaved: UnsavedRenewal
    /// When the next attempt is due, by the clock's uptime; nil if it is due at once.
    var notBefore: Duration?
    /// When it was added, or the last attempt failed.
    var since: Duration
    var isUnderWay = false

    func isDue(at uptime: Duration) -> Bool { !isUnderWay && notBefore.map { uptime >= $0 } ?? true }
  }

  private let entries = Locked<[SessionID: Entry]>([:])

  var isEmpty: Bool { entries.withLock { $0.isEmpty } }
  var all: [UnsavedRenewal] { entries.withLock { $0.values.map(\.unsaved) } }
  subscript(id: SessionID) -> UnsavedRenewal? { entries.withLock { $0[id]?.unsaved } }

  /// The unsaved renewal of a stored session; nil if there is no unsaved renewal.
  func successor(of stored: Session) -> Session? {
    guard let unsaved = self[stored.id],
      RefreshBackoff.Credential(unsaved.old) == RefreshBackoff.Credential(stored)
    else { return nil }
    return unsaved.renewed
  }

  /// Whether a later credential of a session is kept here.
  func hasLater(than session: Session) -> Bool {
    self[session.id].map { $0.renewed.generation > session.generation } ?? false
  }

  /// Whether a caller may use a session from memory: it is not the predecessor of an unsaved renewal, and no attempt to
  /// store it is due.
  func leaveAlone(_ session: Session, at uptime: Duration) -> Bool {
    entries.withLock { entries in
      guard let entry = entries[session.id] else { return true }
      return entry.unsaved.renewed.generation <= session.generation && !entry.isDue(at: uptime)
    }
  }

  func add(_ unsaved: UnsavedRenewal, at uptime: Duration) {
    entries.withLock { $0[unsaved.renewed.id] = Entry(unsaved: unsaved, since: uptime) }
  }

  /// The renewals that are to be stored now. Until `failed` or `remove`, they are not returned again.
  ///
  /// - Parameters:
  ///   - uptime: the clock's uptime; nil returns also those whose next attempt is not due yet.
  ///   - age: how long ago a renewal was added, or its last attempt failed, at least.
  ///   - isWanted: which sessions.
  func begin(
    at uptime: Duration?, after age: Duration = .zero, where isWanted: (SessionID) -> Bool = { _ in true }
  ) -> [UnsavedRenewal] {
    entries.withLock { entries in
      entries.keys.filter(isWanted).compactMap { id in
        guard let entry = entries[id], uptime.map({ entry.isDue(at: $0) && $0 - entry.since >= age }) ?? true else {
          return nil
        }
        entries[id]?.isUnderWay = true
        return entry.unsaved
      }
    }
  }

  /// An attempt failed. The next one is due at once if this one was quick; otherwise after ten times as long, at most a
  /// minute.
  ///
  /// - Parameters:
  ///   - renewed: the session that could not be stored.
  ///   - start: when the attempt began, by the clock's uptime.
  ///   - end: when it failed.
  func failed(_ renewed: Session, from start: Duration, to end: Duration) {
    entries.withLock { entries in
      guard entries[renewed.id]?.unsaved.renewed.version == renewed.version else { return }
      let pause = min((end - start) * 10, .seconds(60))
      entries[renewed.id]?.isUnderWay = false
      entries[renewed.id]?.since = end
      entries[renewed.id]?.notBefore = pause < .seconds(1) ? nil : end + pause
    }
  }

  /// Removes this credential, but not a later one with the same id.
  ///
  /// - Returns: whether it was present.
  @discardableResult
  func remove(_ renewed: Session) -> Bool {
    entries.withLock { entries in
      guard entries[renewed.id]?.unsaved.renewed.version == renewed.version else { return false }
      entries[renewed.id] = nil
      return true
    }
  }
}
