/// What a server says over a socket.
package enum SandboxSocketNews: Sendable, Hashable {
  case text(String)
  /// Its goodbye.
  case close(WebSocketCloseCode, String)
}
