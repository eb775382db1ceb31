import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The token that the app set with `setToken`. It is kept only in memory, one for each client. The vendor's token is
/// shared by all clients of a process and cannot be cleared on iOS. nil if no token was set.
final class ActionTokenCache: Sendable {
  private let token = Locked<ActionToken?>(nil)

  var current: ActionToken? { token.withLock { $0 } }

  func set(_ new: ActionToken?) { token.withLock { $0 = new } }

  /// Deletes the token if it is this user's.
  func forget(user: String) {
    token.withLock { current in
      if current?.user == user { current = nil }
    }
  }

  /// Replaces the token with the result of a ceremony that used it, as in the vendor's SDKs. Any other token is kept.
  func replace(_ used: ActionToken?, by new: ActionToken) {
    token.withLock { current in
      if let used, current == used { current = new }
    }
  }

  /// The token, if it has not expired and is for the named action, if any.
  func token(for action: String?, at date: Date) -> ActionToken? {
    guard let current, !current.isExpired(at: date) else { return nil }
    guard let action, let own = current.action else { return current }
    return action == own ? current : nil
  }
}
