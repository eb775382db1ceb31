import AuthCore

/// The claims that this process holds or is requesting, at most one for each session.
///
/// The database does not enforce this limit. It grants a claim again to the host that already holds the claim, so that
/// a lost response does not block the host for the rest of the lease.
final class ActiveClaims: Sendable {
  struct Entry: Sendable {
    /// The fence of the claim; nil while the claim is being requested.
    var fence: UInt64?
    /// The end of the lease, as an uptime of this host's clock.
    let end: Duration
    /// Whether no result remains to be stored: the credential was not used, its result is stored, or the use had no
    /// result.
    var isSettled = true
  }

  /// A claim that could not be released.
  struct Forgotten: Sendable {
    let fence: UInt64
    /// Whether the credential was used under the claim and no response arrived.
    let isUnanswered: Bool
  }

  private let entries: Locked<[SessionID: Entry]> = Locked([:])
  private let unreleased: Locked<[SessionID: Forgotten]> = Locked([:])

  /// Notes that a claim is being requested; returns false if another caller of this process holds or requests a claim
  /// on the session.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - end: the end of the requested lease.
  ///   - now: the current time of the same clock.
  func begin(_ id: SessionID, until end: Duration, now: Duration) -> Bool {
    entries.withLock { entries in
      if let known = entries[id], now < known.end { return false }
      entries[id] = Entry(end: end)
      return true
    }
  }

  /// Notes that a requested claim was granted.
  func held(_ id: SessionID, fence: UInt64) { entries.withLock { $0[id]?.fence = fence } }

  /// Notes that the credential was used and its result is not stored yet. The note of this use must stay in the row.
  func isUnsettled(_ id: SessionID, fence: UInt64) {
    entries.withLock { if $0[id]?.fence == fence { $0[id]?.isSettled = false } }
  }

  /// Notes that a claim could not be released although no result remains to be stored. This host can ignore the note of
  /// the claim in the row.
  func forget(_ id: SessionID, fence: UInt64, isUnanswered: Bool) {
    unreleased.withLock { $0[id] = Forgotten(fence: fence, isUnanswered: isUnanswered) }
  }

  /// Returns the last claim on a session that could not be released, or nil.
  func forgotten(_ id: SessionID) -> Forgotten? { unreleased.withLock { $0[id] } }

  /// Forgets the claim that could not be released. The caller has been granted a later claim, which took the earlier
  /// claim into account.
  func remember(_ id: SessionID) { unreleased.withLock { _ = $0.removeValue(forKey: id) } }

  /// Notes that the result of the credential's use, or another result, is stored.
  func isSettled(_ id: SessionID, fence: UInt64) {
    entries.withLock { if $0[id]?.fence == fence { $0[id]?.isSettled = true } }
  }

  /// Removes the entry of a claim.
  ///
  /// - Returns: the entry; nil if it was already removed.
  @discardableResult
  func end(_ id: SessionID, fence: UInt64?) -> Entry? {
    entries.withLock { entries in
      guard let entry = entries[id], entry.fence == fence else { return nil }
      entries[id] = nil
      return entry
    }
  }
}
