/// The name of one open WebSocket.
package struct SandboxSocketID: Sendable, Hashable {
  package let text: String
  package init(_ text: String) { self.text = text }
}
