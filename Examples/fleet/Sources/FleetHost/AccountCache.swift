import AuthCore
import Synchronization

/// The accounts that this host has served, so that a request for a known session does not read the database.
///
/// An account is a value whose calls use the stored session, so they see another host's change as soon as the store
/// reports it.
final class AccountCache: Sendable {
  private struct Entry {
    let account: Account
    var generation: UInt64 = 0
  }

  private let limit: Int
  private let entries = Mutex<[SessionID: Entry]>([:])

  init(limit: Int) { self.limit = limit }

  subscript(id: SessionID) -> Account? { entries.withLock { $0[id]?.account } }

  /// Keeps an account. A full cache is emptied first. The next request for each other session then reads the database.
  func keep(_ account: Account) {
    entries.withLock { entries in
      if entries.count >= limit { entries = [:] }
      entries[account.id] = Entry(account: account)
    }
  }

  func forget(_ id: SessionID) { _ = entries.withLock { $0.removeValue(forKey: id) } }

  /// Notes the generation in an answer, and returns whether the previous answer had the same one.
  func answered(_ id: SessionID, _ generation: UInt64) -> Bool {
    entries.withLock { entries in
      let isSame = entries[id]?.generation == generation
      entries[id]?.generation = generation
      return isSame
    }
  }
}
