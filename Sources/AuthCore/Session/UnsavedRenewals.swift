/// Renewed sessions that could not be stored. All engines of one instance share them, including those of accounts.
///
/// Each renewed session is stored before its credential is used for another renewal. Until then, callers use it from
/// memory. When an attempt to store it is due, the next caller makes the attempt. After a slow failure, a pause
/// follows: ten times the duration of the attempt, but at most a minute. So a store that takes up to six seconds to
/// fail takes about a tenth of the callers' time; a slower store takes more. Engines that serve other sessions make
/// attempts as well, in the background and at least one second after the last failure, because another host may need
/// the session. `settle` and a renewal make an attempt at once.
final class UnsavedRenewals: Sendable {
  private struct Entry {
    let unsaved: UnsavedRenewal
    /// When the next attempt is due, by the clock's uptime; nil if it is due at once.
    var notBefore: Duration?
    /// When the renewal was added, or when the last attempt to store it failed.
    var since: Duration
    var isUnderWay = false

    func isDue(at uptime: Duration) -> Bool { !isUnderWay && notBefore.map { uptime >= $0 } ?? true }
  }

  private let entries = Locked<[SessionID: Entry]>([:])
  private let ready: ReadySession?

  /// - Parameter ready: cleared when a renewal is added; nil if there is no such object.
  init(_ ready: ReadySession? = nil) { self.ready = ready }

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

  /// Whether a caller may use `session` from memory: it has no unsaved renewal of a later generation, and no attempt to
  /// store its renewal is due.
  func leaveAlone(_ session: Session, at uptime: Duration) -> Bool {
    entries.withLock { entries in
      guard let entry = entries[session.id] else { return true }
      return entry.unsaved.renewed.generation <= session.generation && !entry.isDue(at: uptime)
    }
  }

  func add(_ unsaved: UnsavedRenewal, at uptime: Duration) {
    entries.withLock { $0[unsaved.renewed.id] = Entry(unsaved: unsaved, since: uptime) }
    ready?.clear()
  }

  /// Returns the renewals that are to be stored now, and marks them as under way. A renewal that is under way is not
  /// due again until `failed` or `remove` is called.
  ///
  /// - Parameters:
  ///   - uptime: the clock's uptime, to select the renewals that are due; nil selects all, even those under way.
  ///   - age: the shortest time since a renewal was added, or since its last attempt failed; ignored if `uptime` is
  ///     nil.
  ///   - isWanted: selects the sessions.
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

  /// Ends an attempt that failed. After an attempt of less than 0.1 seconds, the next one is due at once; otherwise
  /// after ten times the duration of the attempt, at most a minute. Ignored if `renewed` is no longer the unsaved
  /// renewal of its session.
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

  /// Removes a renewal. A later renewal of the same session stays.
  ///
  /// - Returns: whether the renewal was present.
  @discardableResult
  func remove(_ renewed: Session) -> Bool {
    entries.withLock { entries in
      guard entries[renewed.id]?.unsaved.renewed.version == renewed.version else { return false }
      entries[renewed.id] = nil
      return true
    }
  }
}
