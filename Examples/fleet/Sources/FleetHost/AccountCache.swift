import AuthCore
import Synchronization

/// The accounts that this host has served. A request for a cached session does not read the database.
///
/// An account is not a copy of its session. Its calls use the stored session, so another host's change takes effect as
/// soon as the store reports it.
final class AccountCache: Sendable {
  private struct Entry {
    let account: Account
    var generation: UInt64 = 0
  }

  private let limit: Int
  private let entries = Mutex<[SessionID: Entry]>([:])

  init(limit: Int) { self.limit = limit }

  subscript(id: SessionID) -> Account? { entries.withLock { $0[id]?.account } }

  /// Stores an account. If as many accounts as the limit are stored, all of them are removed first, so that the next
  /// request for each of their sessions reads the database.
  func keep(_ account: Account) {
    entries.withLock { entries in
      if entries.count >= limit { entries = [:] }
      entries[account.id] = Entry(account: account)
    }
  }

  func forget(_ id: SessionID) { _ = entries.withLock { $0.removeValue(forKey: id) } }

  /// Stores the generation of a response, and returns whether the previous response for the session had the same
  /// generation. `false` for a session whose account is not stored.
  func answered(_ id: SessionID, _ generation: UInt64) -> Bool {
    entries.withLock { entries in
      let isSame = entries[id]?.generation == generation
      entries[id]?.generation = generation
      return isSame
    }
  }
}
