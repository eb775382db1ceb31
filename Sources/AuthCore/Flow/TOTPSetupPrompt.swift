/// Asks to set an authenticator app up.
public struct TOTPSetupPrompt: Sendable, Equatable {
  /// The shared secret in base 32, for typing in.
  public let secret: Secret
  /// The `otpauth://` URI, for a picture to scan.
  public let uri: Secret
  /// Seconds a code is shown.
  public let period: Int
  /// A prompt.
  public init(secret: Secret, uri: Secret, period: Int = 30) {
    self.secret = secret
    self.uri = uri
    self.period = period
  }
}
