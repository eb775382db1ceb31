/// What a person is asked before a passkey is made or used.
public struct PasskeyCeremony: Sendable {
  /// What is to happen.
  public enum Kind: Sendable, Hashable {
    /// A passkey is made.
    case create
    /// A passkey is used.
    case use
  }

  /// An account to choose.
  public struct Account: Sendable, Hashable {
    /// The account's name for people: `jane@example.com`.
    public let userName: String
    /// The person's name.
    public let displayName: String
    /// The credential's identity.
    public let credentialID: [UInt8]
  }

  /// What is to happen.
  public let kind: Kind
  /// The relying party's domain.
  public let relyingPartyID: String
  /// The accounts to choose from, the newest first; of a creation the one to be made.
  public let accounts: [Account]
  /// Whether the relying party insists that the person is verified.
  public let requiresVerification: Bool
  /// Whether the accounts are only suggested, and the person may never choose one (autofill).
  public let isAutofill: Bool
}
