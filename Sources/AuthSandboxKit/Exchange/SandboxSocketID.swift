/// The id of an open WebSocket.
public struct SandboxSocketID: Sendable, Hashable {
  /// The id's text, which the vendor chose.
  public let text: String
  /// Creates an id from the text that the vendor chose.
  public init(_ text: String) { self.text = text }
}
