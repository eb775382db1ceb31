/// Asks for the signature of a message, by a wallet or another key that the app can reach.
public struct SignPrompt: Sendable, Hashable {
  /// The text to sign, byte for byte: usually a sign-in message (EIP-4361, CAIP-122).
  public let message: String
  /// The address or public key of the key that has to sign; nil if the server accepts any key.
  public let signer: String?
  /// The form of the signature, as text to show to the user, such as `0x and 130 hexadecimal digits`; nil if it is not
  /// known.
  public let form: String?

  /// Creates a prompt, by default for any key.
  public init(message: String, signer: String? = nil, form: String? = nil) {
    self.message = message
    self.signer = signer
    self.form = form
  }
}
