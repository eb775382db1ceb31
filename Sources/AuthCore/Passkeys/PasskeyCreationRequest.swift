/// A relying party's request to create a credential.
public struct PasskeyCreationRequest: Sendable {
  /// The relying party's domain.
  public var relyingPartyID: String
  /// The relying party's display name.
  public var relyingPartyName: String
  /// The user handle: 1 to 64 bytes, no personal data.
  public var userHandle: [UInt8]
  /// The name of the account, which distinguishes it from others: `jane@example.com`.
  public var userName: String
  /// The user's display name.
  public var displayName: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// COSE algorithm numbers in order of preference; −7 is ES256.
  public var algorithms: [Int]
  /// The user's existing credentials. An authenticator that has one of them must not create another.
  public var excludedCredentials: [[UInt8]]
  /// `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// The attestation conveyance preference: `none`, `indirect`, `direct`, `enterprise`.
  public var attestation: String
  /// The requested extensions.
  public var extensions: PasskeyExtensions
  /// How the ceremony is shown.
  public var options: PasskeyOptions

  /// Creates a request.
  public init(
    relyingPartyID: String, relyingPartyName: String, userHandle: [UInt8], userName: String, displayName: String,
    challenge: [UInt8], algorithms: [Int] = [-7], excludedCredentials: [[UInt8]] = [],
    userVerification: String = "preferred", attestation: String = "none",
    extensions: PasskeyExtensions = PasskeyExtensions(), options: PasskeyOptions = PasskeyOptions()
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
  }
}
