import AuthCore

/// The stored records of deletions, in the client's records. They belong to no provider instance, so that a deletion is
/// found after its instance was removed from the configuration.
struct AccountDeletionJournal: Sendable {
  private let records: any RecordStore
  private let observer: any AuthObserver

  /// - Parameter services: the client's services.
  init(_ services: ProviderServices) {
    records = services.records.namespaced("latchkey").namespaced("account-deletions")
    observer = services.observer
  }

  /// A record with the version under which it is stored; nil for a record that is not stored yet.
  struct Entry: Sendable {
    var record: AccountDeletionRecord
    var version: UInt64?
  }

  /// The entry with this id; nil if it does not exist.
  ///
  /// - Throws: `store_corrupt` and `store_version` for a record that cannot be read; another storage code.
  func entry(_ id: String) async throws(AuthError) -> Entry? {
    guard let stored = try await records.read(id) else { return nil }
    return Entry(record: try AccountDeletionRecord(stored.value, id: id), version: stored.version)
  }

  /// All entries, the oldest first. A record that cannot be read is reported as an event and left out, so nothing is
  /// sent for it.
  ///
  /// - Throws: a storage code if the store as a whole cannot be read.
  func entries() async throws(AuthError) -> [Entry] {
    var entries: [Entry] = []
    for id in try await records.readableKeys() {
      do throws(AuthError) {
        if let entry = try await entry(id) { entries.append(entry) }
      } catch where error.isUnreadableRecord {
        observer.record(.store(operation: "account-deletion", provider: "latchkey", error: error))
      }
    }
    return entries.sorted { ($0.record.startedAt, $0.record.id) < ($1.record.startedAt, $1.record.id) }
  }

  /// Stores a record.
  ///
  /// - Throws: `store_locked` if the record was changed or removed by another caller since it was read; another storage
  ///   code.
  func save(_ entry: inout Entry) async throws(AuthError) {
    let record = entry.record
    guard let version = try await records.write(record.sealed, for: record.id, expecting: entry.version) else {
      throw AuthError(
        .storeLocked, "Another caller has changed or abandoned the deletion. Read the pending deletions again.",
        provider: record.providerID)
    }
    entry.version = version
  }

  /// Removes a record, also one that cannot be read.
  func remove(_ id: String) async throws(AuthError) { try await records.remove(id, expecting: nil) }

  /// Runs `body` while no other caller, in this process or another, deletes an account of this user.
  ///
  /// - Throws: `store_locked` if another deletion of the user does not end in time; `cancelled`; the errors of `body`.
  func exclusively<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await records.withLock(on: name, body) }

  /// The name of a user's lock.
  static func lock(of providerID: ProviderID, _ tenant: String, _ subject: String) -> String {
    [providerID.rawValue, tenant, subject].map { PercentEncoding.encode($0) }.joined(separator: "/")
  }
}
