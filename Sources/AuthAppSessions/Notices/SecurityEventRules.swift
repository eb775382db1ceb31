public import AuthCrypto

/// The rules for security event tokens (SETs, RFC 8417) of one transmitter.
public struct SecurityEventRules: Sendable {
  /// The accepted algorithms.
  public var algorithms: Set<JWSAlgorithm> = [.rs256, .ps256, .es256, .es384, .es512, .edDSA]
  /// The events that end sessions, by their URIs, each with the reason for the log. Other events are accepted and end
  /// none.
  public var endingEvents = SecurityEventRules.standardEvents
  /// The values of `iss` in a subject of the form `iss_sub` that name the users of the provider instance; empty for the
  /// transmitter's own issuer. A transmitter's issuer and that of its ID tokens can differ.
  public var userIssuers: Set<String> = []
  /// Whether a new credential (`change_type` `create`) ends sessions, as a changed or removed one does.
  public var newCredentialEndsSessions = false
  /// The age, from `iat`, up to which a token is accepted. The ids of events are remembered as long, so that no event
  /// has an effect twice.
  public var maximumAge: Duration = .seconds(7 * 86_400)
  /// Whether to accept forms that are older than the Shared Signals Framework 1.0: `typ` missing or `JWT`, the claims
  /// `sub` and `exp`, and a `subject` inside the event, also with `subject_type` (RISC).
  public var acceptsEarlierForms = false

  /// Creates the rules with the standard values.
  public init() {}

  /// The event of CAEP 1.0 §3.1.
  static let sessionRevoked = "https://schemas.openid.net/secevent/caep/event-type/session-revoked"
  /// The event of CAEP 1.0 §3.3.
  static let credentialChange = "https://schemas.openid.net/secevent/caep/event-type/credential-change"

  /// The events of CAEP 1.0 and of the RISC profile that end sessions.
  public static let standardEvents: [String: AppSessionEndReason] = [
    sessionRevoked: .providerRevocation,
    credentialChange: .credentialChange,
    "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked": .providerRevocation,
    "https://schemas.openid.net/secevent/risc/event-type/credential-compromise": .credentialChange,
    "https://schemas.openid.net/secevent/risc/event-type/account-credential-change-required": .credentialChange,
    "https://schemas.openid.net/secevent/risc/event-type/account-disabled": .accountDisabled,
    "https://schemas.openid.net/secevent/risc/event-type/account-purged": .accountDisabled,
  ]
}
