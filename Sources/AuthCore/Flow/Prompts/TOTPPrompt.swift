/// Asks for an authenticator app's code.
public struct TOTPPrompt: Sendable, Hashable {
  /// The length of a code.
  public let length: Int
  /// Creates a prompt.
  public init(length: Int = 6) { self.length = length }
}
