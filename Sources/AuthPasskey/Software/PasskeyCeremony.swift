/// The question to the user before a passkey is created or used.
public struct PasskeyCeremony: Sendable {
  /// The type of the ceremony.
  public enum Kind: Sendable, Hashable {
    /// A passkey is created.
    case create
    /// A passkey is used.
    case use
  }

  /// An account to choose from.
  public struct Account: Sendable, Hashable {
    /// The account's name, such as `jane@example.com`.
    public let userName: String
    /// The user's display name, such as `Jane Doe`.
    public let displayName: String
    /// The credential ID; empty for a new account.
    public let credentialID: [UInt8]
  }

  /// The type of the ceremony.
  public let kind: Kind
  /// The RP ID: the relying party's domain.
  public let relyingPartyID: String
  /// The accounts to choose from, the newest first; for a creation, only the new account.
  public let accounts: [Account]
  /// Whether the relying party requires user verification.
  public let requiresVerification: Bool
  /// Whether the accounts are only suggested (autofill), so that the user may never choose one.
  public let isAutofill: Bool
}
