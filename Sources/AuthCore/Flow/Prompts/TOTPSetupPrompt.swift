/// Asks the user to set up an authenticator app.
public struct TOTPSetupPrompt: Sendable, Equatable {
  /// The shared secret in base 32, for users who type it into their authenticator app.
  public let secret: Secret
  /// The `otpauth://` URI with the shared secret, to show as a QR code.
  public let uri: Secret
  /// The time step of the codes, in seconds (RFC 6238 §4.1).
  public let period: Int
  /// Creates a prompt, by default for codes that change every 30 seconds.
  public init(secret: Secret, uri: Secret, period: Int = 30) {
    self.secret = secret
    self.uri = uri
    self.period = period
  }
}
