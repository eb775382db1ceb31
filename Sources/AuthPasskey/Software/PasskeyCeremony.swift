/// The request for the user's consent before a passkey is created or used.
public struct PasskeyCeremony: Sendable {
  /// The type of the ceremony.
  public enum Kind: Sendable, Hashable {
    /// A passkey is created.
    case create
    /// A passkey is used.
    case use
  }

  /// An account that the user can choose.
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
  /// The RP ID, the domain of the relying party.
  public let relyingPartyID: String
  /// The accounts that the user can choose, the newest first; for a creation, only the new account.
  public let accounts: [Account]
  /// Whether the relying party requires user verification.
  public let requiresVerification: Bool
  /// Whether the accounts are only suggested by autofill. If so, the user may never choose an account.
  public let isAutofill: Bool
}
