/// The question to the user before a passkey is made or used.
public struct PasskeyCeremony: Sendable {
  /// The type of the ceremony.
  public enum Kind: Sendable, Hashable {
    /// A passkey is made.
    case create
    /// A passkey is used.
    case use
  }

  /// An account to choose from.
  public struct Account: Sendable, Hashable {
    /// The account's display name: `jane@example.com`.
    public let userName: String
    /// The user's name.
    public let displayName: String
    /// The credential ID.
    public let credentialID: [UInt8]
  }

  /// The type of the ceremony.
  public let kind: Kind
  /// The relying party's domain.
  public let relyingPartyID: String
  /// The accounts to choose from, the newest first; for a creation, the new account.
  public let accounts: [Account]
  /// Whether the relying party requires user verification.
  public let requiresVerification: Bool
  /// Whether the accounts are only suggested, and the user may never choose one (autofill).
  public let isAutofill: Bool
}
