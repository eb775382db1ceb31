/// A relying party's request to use an existing credential.
public struct PasskeyAssertionRequest: Sendable {
  /// The relying party's domain.
  public var relyingPartyID: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// The credentials to choose from; empty for any discoverable one.
  public var allowedCredentials: [[UInt8]]
  /// `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// The requested extensions.
  public var extensions: PasskeyExtensions
  /// How the ceremony is shown.
  public var options: PasskeyOptions

  /// Creates a request.
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
