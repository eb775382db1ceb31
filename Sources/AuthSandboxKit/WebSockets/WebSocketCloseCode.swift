/// The status code of a server's close frame (RFC 6455 §7.4.1).
public enum WebSocketCloseCode: UInt16, Sendable {
  /// The purpose of the connection is fulfilled.
  case normal = 1000
  /// The server is stopping.
  case goingAway = 1001
  /// The frames violate the protocol.
  case protocolError = 1002
  /// The type of data is not accepted.
  case unsupportedData = 1003
  /// The data does not fit its type, such as text that is not UTF-8.
  case invalidData = 1007
  /// The server refuses the message.
  case policyViolation = 1008
  /// The message is too long.
  case tooBig = 1009
}
