/// Asks for an e-mail address.
public struct EmailPrompt: Sendable, Hashable {
  /// The known address, to confirm or correct.
  public let existing: String?
  /// Creates a prompt.
  public init(existing: String? = nil) { self.existing = existing }
}
