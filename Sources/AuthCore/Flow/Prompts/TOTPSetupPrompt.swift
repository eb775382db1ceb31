/// Asks the user to set up an authenticator app.
public struct TOTPSetupPrompt: Sendable, Equatable {
  /// The shared secret in base 32, for typing in.
  public let secret: Secret
  /// The `otpauth://` URI, to show as a QR code.
  public let uri: Secret
  /// How many seconds a code is shown.
  public let period: Int
  /// A prompt.
  public init(secret: Secret, uri: Secret, period: Int = 30) {
    self.secret = secret
    self.uri = uri
    self.period = period
  }
}
