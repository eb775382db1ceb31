/// A server's news over a socket.
package enum SandboxSocketNews: Sendable, Hashable {
  case text(String)
  /// Its closing frame.
  case close(WebSocketCloseCode, String)
}
