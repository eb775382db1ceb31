/// Asks for a phone number.
public struct PhonePrompt: Sendable, Hashable {
  /// The known number, to confirm or correct; nil if no number is known. It may be masked.
  public let existing: String?
  /// Creates a prompt, by default without a known number.
  public init(existing: String? = nil) { self.existing = existing }
}
