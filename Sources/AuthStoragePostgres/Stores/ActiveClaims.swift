import AuthCore

/// The claims that this process holds or asks for. One at a time for a session: the database lets a host claim again
/// what it holds already, so that a lost answer does not block it for the rest of a lease.
final class ActiveClaims: Sendable {
  struct Entry: Sendable {
    /// Nil while the claim is asked for.
    var fence: UInt64?
    /// The end of its lease, by this host's clock.
    let end: Duration
    /// Whether no result waits to be stored: the credential was not used, its result is stored, or no result came.
    var isSettled = true
  }

  /// A claim that could not be released.
  struct Forgotten: Sendable {
    let fence: UInt64
    /// Whether the credential was used under it without an answer.
    let isUnanswered: Bool
  }

  private let entries: Locked<[SessionID: Entry]> = Locked([:])
  private let unreleased: Locked<[SessionID: Forgotten]> = Locked([:])

  /// False when another caller of this process holds it.
  ///
  /// - Parameters:
  ///   - end: the end of the lease that is asked for.
  ///   - now: the same clock's time now.
  func begin(_ id: SessionID, until end: Duration, now: Duration) -> Bool {
    entries.withLock { entries in
      if let known = entries[id], now < known.end { return false }
      entries[id] = Entry(end: end)
      return true
    }
  }

  func held(_ id: SessionID, fence: UInt64) { entries.withLock { $0[id]?.fence = fence } }

  /// The credential was used, and its result is not stored: the note of it must stay.
  func isUnsettled(_ id: SessionID, fence: UInt64) {
    entries.withLock { if $0[id]?.fence == fence { $0[id]?.isSettled = false } }
  }

  /// A claim could not be released, and nothing of it is open: its note in the row means nothing to this host.
  func forget(_ id: SessionID, fence: UInt64, isUnanswered: Bool) {
    unreleased.withLock { $0[id] = Forgotten(fence: fence, isUnanswered: isUnanswered) }
  }

  /// Such a claim; only the last one of a session is of interest.
  func forgotten(_ id: SessionID) -> Forgotten? { unreleased.withLock { $0[id] } }

  /// A later claim was granted, and knew it.
  func remember(_ id: SessionID) { unreleased.withLock { _ = $0.removeValue(forKey: id) } }

  /// The result of the credential's use is stored, or another one is.
  func isSettled(_ id: SessionID, fence: UInt64) {
    entries.withLock { if $0[id]?.fence == fence { $0[id]?.isSettled = true } }
  }

  /// Ends the claim here.
  ///
  /// - Returns: the entry; nil when it had ended already.
  @discardableResult
  func end(_ id: SessionID, fence: UInt64?) -> Entry? {
    entries.withLock { entries in
      guard let entry = entries[id], entry.fence == fence else { return nil }
      entries[id] = nil
      return entry
    }
  }
}
