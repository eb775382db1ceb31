/// The histories of the users of a provider instance, stored in the instance's records.
///
/// An error in a history does not end a session. An entry that cannot be written is reported as an event with the store
/// operation `history`, and a damaged record is replaced by a new one.
package struct AccountHistories: Sendable {
  let providerID: ProviderID
  /// Identifies this client in the entries that it writes.
  let author: HistoryAuthor
  private let records: any RecordStore
  private let clock: any AuthClock
  private let observer: any AuthObserver

  /// - Parameter services: the instance's services.
  init(of providerID: ProviderID, by author: HistoryAuthor, services: ProviderServices) {
    self.providerID = providerID
    self.author = author
    records = services.records.namespaced("history")
    clock = services.clock
    observer = services.observer
  }

  /// Adds an entry about a session. The entry is written even if the caller's task is cancelled.
  func note(_ event: AccountHistory.Event, of session: Session) async {
    await Task.detached { [self] in
      await trying { () throws(AuthError) in try await add(event, session) }
    }.value
  }

  /// Adds an entry about a session of which only the id is known, if a history already contains the id.
  func note(_ event: AccountHistory.Event, of id: SessionID) async {
    await trying { () throws(AuthError) in
      guard let account = try await read().first(where: { $0.entries.contains { $0.session == id } }) else { return }
      let session = Session(
        id: id, providerID: providerID, tenant: account.tenant, subject: account.subject, createdAt: clock.now())
      try await add(event, session)
    }
  }

  /// Returns the history of every user. A damaged record is reported as an event and treated as empty; if the store
  /// itself cannot read it, it is also deleted.
  ///
  /// - Throws: a storage code if a record cannot be read for another reason, such as `store_version`.
  func read() async throws(AuthError) -> [AccountHistory] {
    var histories: [AccountHistory] = []
    for key in HistoryRecord.keys { histories += try await read(key).value.accounts }
    return histories
  }

  /// Deletes the history of a session's user. An error is only recorded as an event.
  func forget(_ session: Session) async {
    await trying { () throws(AuthError) in try await erase(session) }
  }

  /// Deletes the history of a session's user.
  ///
  /// - Throws: a storage code.
  package func erase(_ session: Session) async throws(AuthError) {
    try await change(HistoryRecord.key(of: session)) { $0.remove(of: session) }
  }

  private func add(_ event: AccountHistory.Event, _ session: Session) async throws(AuthError) {
    let entry = AccountHistory.Entry(
      date: clock.now(), session: session.id, event: event, program: author.program, isOwn: true, mark: author.mark)
    try await change(HistoryRecord.key(of: session)) { $0.append(entry, of: session) }
  }

  /// Changes a record with `body`, and writes it unless `body` returns false.
  ///
  /// - Throws: `store_locked` if another process changed the record during each of 16 attempts; other storage codes.
  private func change(_ key: String, _ body: (inout HistoryRecord) -> Bool) async throws(AuthError) {
    // Another process may write the record at the same time. The changed record is read before the next attempt.
    for _ in 0..<16 {
      var (value, version) = try await read(key)
      guard body(&value) else { return }
      if try await records.write(value.encode(), for: key, expecting: version) != nil { return }
    }
    throw AuthError(
      .storeLocked,
      "The history was not changed: during each of 16 attempts to write it, another process changed its record. "
        + "Later entries are not affected.", provider: providerID)
  }

  private func read(_ key: String) async throws(AuthError) -> (value: HistoryRecord, version: UInt64?) {
    do throws(AuthError) {
      guard let record = try await records.read(key) else { return (HistoryRecord(), nil) }
      do throws(AuthError) {
        return (try HistoryRecord(record.value, of: providerID, for: author.mark), record.version)
      } catch where error.code == .storeCorrupt {
        report(error)
        return (HistoryRecord(), record.version)
      }
    } catch where error.code == .storeCorrupt {
      report(error)
      // The record is deleted first, because a store does not overwrite a record that it cannot read.
      try await records.remove(key, expecting: nil)
      return (HistoryRecord(), nil)
    }
  }

  /// Runs `body`. An error is only recorded as an event.
  func trying(_ body: () async throws(AuthError) -> Void) async {
    do throws(AuthError) {
      try await body()
    } catch {
      report(error)
    }
  }

  private func report(_ error: AuthError) {
    observer.record(.store(operation: "history", provider: providerID, error: error))
  }
}
