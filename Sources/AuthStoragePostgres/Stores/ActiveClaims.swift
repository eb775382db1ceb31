import AuthCore

/// The claims that this process holds or is requesting, at most one for each session. The database does not ensure
/// that: it grants a host a claim that the host holds already, so that a lost answer does not block the host for the
/// rest of the lease.
final class ActiveClaims: Sendable {
  struct Entry: Sendable {
    /// Nil while the claim is being requested.
    var fence: UInt64?
    /// The end of its lease, by this host's clock.
    let end: Duration
    /// Whether no result has to be stored: the credential was not used, its result is stored, or there was no result.
    var isSettled = true
  }

  /// A claim that could not be released.
  struct Forgotten: Sendable {
    let fence: UInt64
    /// Whether the credential was used under the claim without an answer.
    let isUnanswered: Bool
  }

  private let entries: Locked<[SessionID: Entry]> = Locked([:])
  private let unreleased: Locked<[SessionID: Forgotten]> = Locked([:])

  /// Notes that a claim is being requested. False if another caller of this process holds or requests one.
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

  /// Notes that the credential was used and its result is not stored yet. Its note in the row must stay.
  func isUnsettled(_ id: SessionID, fence: UInt64) {
    entries.withLock { if $0[id]?.fence == fence { $0[id]?.isSettled = false } }
  }

  /// Notes that a claim could not be released although it has no open result. This host can ignore its note in the row.
  func forget(_ id: SessionID, fence: UInt64, isUnanswered: Bool) {
    unreleased.withLock { $0[id] = Forgotten(fence: fence, isUnanswered: isUnanswered) }
  }

  /// The last claim on a session that could not be released.
  func forgotten(_ id: SessionID) -> Forgotten? { unreleased.withLock { $0[id] } }

  /// Removes a claim that could not be released, after a later one was granted that took it into account.
  func remember(_ id: SessionID) { unreleased.withLock { _ = $0.removeValue(forKey: id) } }

  /// Notes that the result of the credential's use is stored, or that another result is.
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
