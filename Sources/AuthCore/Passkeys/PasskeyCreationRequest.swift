/// A relying party's request to create a credential.
public struct PasskeyCreationRequest: Sendable {
  /// The relying party ID, which is a domain.
  public var relyingPartyID: String
  /// The relying party's display name.
  public var relyingPartyName: String
  /// The user handle: 1 to 64 bytes without personal data (WebAuthn Level 3 §5.4.3).
  public var userHandle: [UInt8]
  /// The name by which the user distinguishes this account from others, such as `jane@example.com`.
  public var userName: String
  /// The user's display name.
  public var displayName: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// The COSE identifiers of the accepted signature algorithms, the preferred one first; −7 is ES256.
  public var algorithms: [Int]
  /// The IDs of the user's existing credentials. An authenticator that has one of these credentials does not create
  /// another.
  public var excludedCredentials: [[UInt8]]
  /// The user verification requirement: `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// The attestation conveyance preference: `none`, `indirect`, `direct`, `enterprise`.
  public var attestation: String
  /// Whether a security key must create the credential: the authenticator attachment `cross-platform` (WebAuthn Level 3
  /// §5.4.5).
  public var asksForSecurityKey: Bool
  /// The requested extensions.
  public var extensions: PasskeyExtensions
  /// How the ceremony is shown.
  public var options: PasskeyOptions

  /// Creates a request, by default for an ES256 credential of any authenticator, with user verification `preferred` and
  /// attestation `none`.
  public init(
    relyingPartyID: String, relyingPartyName: String, userHandle: [UInt8], userName: String, displayName: String,
    challenge: [UInt8], algorithms: [Int] = [-7], excludedCredentials: [[UInt8]] = [],
    userVerification: String = "preferred", attestation: String = "none",
    extensions: PasskeyExtensions = PasskeyExtensions(), options: PasskeyOptions = PasskeyOptions(),
    asksForSecurityKey: Bool = false
  ) {
    self.relyingPartyID = relyingPartyID
    self.relyingPartyName = relyingPartyName
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.challenge = challenge
    self.algorithms = algorithms
    self.excludedCredentials = excludedCredentials
    self.userVerification = userVerification
    self.attestation = attestation
    self.extensions = extensions
    self.options = options
    self.asksForSecurityKey = asksForSecurityKey
  }
}
