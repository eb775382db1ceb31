import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the token that the app set with `setToken`, only in memory and separately for each client. The vendor's SDK,
/// in contrast, shares one token among all clients of a process and cannot clear it on iOS.
final class ActionTokenCache: Sendable {
  private let token = Locked<ActionToken?>(nil)

  var current: ActionToken? { token.withLock { $0 } }

  func set(_ new: ActionToken?) { token.withLock { $0 = new } }

  /// Deletes the token if it belongs to this user.
  func forget(user: String) {
    token.withLock { current in
      if current?.user == user { current = nil }
    }
  }

  /// Replaces the token with the result of a ceremony that used it, as in the vendor's SDKs. A token that was set in
  /// the meantime is kept.
  func replace(_ used: ActionToken?, by new: ActionToken) {
    token.withLock { current in
      if let used, current == used { current = new }
    }
  }

  /// The token, if it has not expired and is for `action`; otherwise nil. If `action` is nil, or if the token's claims
  /// contain no action, the action is not compared.
  func token(for action: String?, at date: Date) -> ActionToken? {
    guard let current, !current.isExpired(at: date) else { return nil }
    guard let action, let own = current.action else { return current }
    return action == own ? current : nil
  }
}
