/// A relying party's request to use an existing credential.
public struct PasskeyAssertionRequest: Sendable {
  /// The relying party ID, which is a domain.
  public var relyingPartyID: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// The IDs of the credentials to choose from; empty for any discoverable credential of the relying party.
  public var allowedCredentials: [[UInt8]]
  /// The user verification requirement: `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// The requested extensions.
  public var extensions: PasskeyExtensions
  /// How the ceremony is shown.
  public var options: PasskeyOptions

  /// Creates a request, by default for any discoverable credential, with user verification `preferred`.
  public init(
    relyingPartyID: String, challenge: [UInt8], allowedCredentials: [[UInt8]] = [],
    userVerification: String = "preferred", extensions: PasskeyExtensions = PasskeyExtensions(),
    options: PasskeyOptions = PasskeyOptions()
  ) {
    self.relyingPartyID = relyingPartyID
    self.challenge = challenge
    self.allowedCredentials = allowedCredentials
    self.userVerification = userVerification
    self.extensions = extensions
    self.options = options
  }
}
