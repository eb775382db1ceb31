/// A server's news over a socket.
public enum SandboxSocketNews: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// Its closing frame.
  case close(WebSocketCloseCode, String)
}
