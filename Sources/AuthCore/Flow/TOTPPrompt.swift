/// Asks for an authenticator app's code.
public struct TOTPPrompt: Sendable, Hashable {
  /// How long a code is.
  public let length: Int
  /// A prompt.
  public init(length: Int = 6) { self.length = length }
}
