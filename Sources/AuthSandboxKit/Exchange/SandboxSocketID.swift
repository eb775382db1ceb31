/// The id of an open WebSocket.
public struct SandboxSocketID: Sendable, Hashable {
  /// The id as the vendor chose it.
  public let text: String
  /// An id that the vendor chooses.
  public init(_ text: String) { self.text = text }
}
