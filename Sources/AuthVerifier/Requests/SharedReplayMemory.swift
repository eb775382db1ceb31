public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A memory of used proofs and credentials that the hosts of a backend share, on any record store, such as PostgreSQL.
///
/// Each proof costs one write. If the store cannot be reached, no proof is accepted, because it could be a replay. Call
/// `sweep(at:)` about once an hour on one of the hosts.
public struct SharedReplayMemory: ReplayMemory {
  private let records: any RecordStore

  /// Creates a memory in a store that all hosts of the backend use.
  public init(records: any RecordStore) { self.records = records.namespaced("replays") }

  /// The characters with which keys begin. Each has a namespace, so that a list never contains all records.
  private static let shards = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// Remembers an identifier, unless a host of the backend knows it. The answer is `full` if the store fails.
  public func remember(_ identifier: String, until expiry: Date, at now: Date) async -> ReplayAnswer {
    let key = Base64URL.encode(Array(SHA256.hash(data: Array(identifier.utf8))))
    let store = records.namespaced(String(key.prefix(1)))
    let record = Secret("\(expiry.timeIntervalSince1970)")
    do throws(AuthError) {
      if try await store.write(record, for: key, expecting: nil) != nil { return .new }
      guard let known = try await store.read(key) else { return .full }
      guard try Self.expiry(known) <= now else { return .known }
      // Of two hosts that find the expired record, one writes.
      return try await store.write(record, for: key, expecting: known.version) == nil ? .known : .new
    } catch {
      return .full
    }
  }

  /// Removes what expired at least five minutes ago: the clocks of the hosts may differ. A damaged record is left.
  ///
  /// - Returns: how many records were removed.
  /// - Throws: the store's errors. A sweep that failed in the middle can be repeated.
  @discardableResult
  public func sweep(at now: Date) async throws(AuthError) -> Int {
    var count = 0
    for shard in Self.shards {
      let store = records.namespaced(String(shard))
      for key in try await store.readableKeys() {
        guard let record = try await store.read(key), let expiry = try? Self.expiry(record),
          expiry.addingTimeInterval(Self.clockTolerance) <= now
        else { continue }
        if try await store.remove(key, expecting: record.version) { count += 1 }
      }
    }
    return count
  }

  private static let clockTolerance: TimeInterval = 300

  private static func expiry(_ record: Record) throws(AuthError) -> Date {
    guard let seconds = Double(record.value.revealText()), seconds.isFinite else {
      throw AuthError(
        .storeCorrupt, "A record of used proofs is damaged. Remove the records in the namespace 'replays'.")
    }
    return Date(timeIntervalSince1970: seconds)
  }
}
