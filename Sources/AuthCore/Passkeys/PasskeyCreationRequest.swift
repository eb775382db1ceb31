/// A relying party's request to create a credential.
public struct PasskeyCreationRequest: Sendable {
  /// The relying party's domain.
  public var relyingPartyID: String
  /// The relying party's name for people.
  public var relyingPartyName: String
  /// The user handle: 1 to 64 bytes, no personal data.
  public var userHandle: [UInt8]
  /// The account's name for people: `jane@example.com`.
  public var userName: String
  /// The user's name.
  public var displayName: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// COSE algorithm numbers in order of preference; −7 is ES256.
  public var algorithms: [Int]
  /// Existing credentials; the authenticator must hold none of them.
  public var excludedCredentials: [[UInt8]]
  /// `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// Which statement about the authenticator is wanted: `none`, `indirect`, `direct`, `enterprise`.
  public var attestation: String
  /// The requested extensions.
  public var extensions: PasskeyExtensions
  /// How the ceremony is shown.
  public var options: PasskeyOptions

  /// A request.
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
