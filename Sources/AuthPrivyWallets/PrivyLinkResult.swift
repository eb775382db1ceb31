public import AuthPrivy

/// The result of the calls of `PrivyAccounts` that link an account.
public enum PrivyLinkResult: Sendable {
  /// The user has the account.
  case linked(PrivyUser)
  /// The account belongs to another user. Ask the signed-in user before `PrivyAccounts.transfer(_:)`.
  case transferRequired(PrivyAccountTransfer)
}
