/// Asks for an e-mail address.
public struct EmailPrompt: Sendable, Hashable {
  /// The known address, to confirm or correct; nil if no address is known.
  public let existing: String?
  /// Creates a prompt, by default without a known address.
  public init(existing: String? = nil) { self.existing = existing }
}
