/// A message that a vendor sends over a socket.
public enum SandboxSocketNews: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A close frame, with its code and reason.
  case close(WebSocketCloseCode, String)
}
