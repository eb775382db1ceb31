/// Asks for an authenticator app's code.
public struct TOTPPrompt: Sendable, Hashable {
  /// The number of digits of a code.
  public let length: Int
  /// Creates a prompt, by default for a code of six digits.
  public init(length: Int = 6) { self.length = length }
}
