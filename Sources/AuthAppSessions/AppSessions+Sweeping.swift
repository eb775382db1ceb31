public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppSessions {
  /// How old an entry without a session must be before it is removed from a list. It is twice as long as `issue` may
  /// take, so that the session of a sign-in under way stays listed even if clocks differ by minutes.
  private static let strayAge: Duration = .seconds(600)

  /// Removes records that are no longer needed: sessions that have expired, the records of ended sessions and of
  /// providers' events after their retention, and list entries without a session. Call it on a timer, with the `next`
  /// of the last call.
  ///
  /// One call examines at most `limit` records, of one of 192 parts of the store. Tokens are refused when they expire,
  /// whether or not this was called.
  ///
  /// - Throws: a storage code. A record that cannot be read is skipped.
  public func sweep(
    _ cursor: AppSessionSweep.Cursor = AppSessionSweep.Cursor(), limit: Int = 200
  ) async throws(AuthError) -> AppSessionSweep {
    let kind = AppSessionRecords.Kind.allCases[cursor.part / AppSessionRecords.shards.count]
    let store = records.shard(kind, AppSessionRecords.shards[cursor.part % AppSessionRecords.shards.count])
    let keys = try await store.readableKeys().sorted()
    let waiting = keys.drop { key in cursor.after.map { key <= $0 } ?? false }
    let batch = waiting.prefix(max(1, limit))
    var removed = 0
    for key in batch where try await sweep(kind, key, in: store) { removed += 1 }
    return AppSessionSweep(
      removed: removed, examined: batch.count,
      next: batch.count < waiting.count ? AppSessionSweep.Cursor(part: cursor.part, after: batch.last) : cursor.advanced
    )
  }

  private func sweep(
    _ kind: AppSessionRecords.Kind, _ key: String, in store: any RecordStore
  ) async throws(AuthError) -> Bool {
    do throws(AuthError) {
      switch kind {
      case .sessions: return try await sweepSession(SessionID(key))
      case .handles: return try await sweepIndex(key)
      case .notices: return try await sweepNotice(key, in: store)
      }
    } catch  where error.isUnreadableRecord {
      return false
    }
  }

  private func sweepSession(_ id: SessionID) async throws(AuthError) -> Bool {
    guard let (stored, version) = try await records.session(id), stored.isRemovable(at: clock.now()) else {
      return false
    }
    // The record is removed first: a session that another host has just renewed keeps its record, and must stay listed.
    // After a crash in between, the entry is removed when the lists are swept.
    guard try await records.remove(id, expecting: version) else { return false }
    for handle in stored.handles { try await records.change(handle) { $0.leave(id) } }
    return true
  }

  /// Removes the entries whose session does not exist, and the provider's event (`closing`) if its retention has ended.
  private func sweepIndex(_ handle: String) async throws(AuthError) -> Bool {
    let now = clock.now()
    let index = try await records.index(handle)
    var stray: Set<SessionID> = []
    for entry in index.entries where entry.at.adding(Self.strayAge) <= now {
      switch try await records.session(entry.id)?.session {
      case nil, .ended: stray.insert(entry.id)
      case .live: continue
      }
    }
    let hasClosingExpired = index.closing.map { $0.at.adding(policy.endedRetention) <= now } ?? false
    guard !stray.isEmpty || hasClosingExpired else { return false }
    let closing = index.closing
    let left = try await records.change(handle) { [stray] index in
      index.entries.removeAll { stray.contains($0.id) }
      if hasClosingExpired, index.closing == closing { index.closing = nil }
    }
    return left.isEmpty
  }

  private func sweepNotice(_ key: String, in store: any RecordStore) async throws(AuthError) -> Bool {
    guard let record = try await store.read(key), try RecordFields(record.value).time("keep") <= clock.now() else {
      return false
    }
    return try await store.remove(key, expecting: record.version)
  }
}
