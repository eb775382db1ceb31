import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The token that the app set by hand: in memory alone, one for each client, unlike the vendor's, which all clients of
/// a process share and which iOS cannot clear. nil where none was set.
final class ActionTokenCache: Sendable {
  private let token = Locked<ActionToken?>(nil)

  var current: ActionToken? { token.withLock { $0 } }

  func set(_ new: ActionToken?) { token.withLock { $0 = new } }

  /// Forgets the token where it is this user's.
  func forget(user: String) {
    token.withLock { current in
      if current?.user == user { current = nil }
    }
  }

  /// What a ceremony with the token gave takes its place, as in the vendor's SDKs. Any other token is left alone.
  func replace(_ used: ActionToken?, by new: ActionToken) {
    token.withLock { current in
      if let used, current == used { current = new }
    }
  }

  /// The token, where it can serve: in time, and for this action where one is named.
  func token(for action: String?, at date: Date) -> ActionToken? {
    guard let current, !current.isExpired(at: date) else { return nil }
    guard let action, let own = current.action else { return current }
    return action == own ? current : nil
  }
}
