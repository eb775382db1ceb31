/// The name of one open WebSocket.
public struct SandboxSocketID: Sendable, Hashable {
  /// Its text.
  public let text: String
  /// The name of a socket, which the vendor chooses.
  public init(_ text: String) { self.text = text }
}
