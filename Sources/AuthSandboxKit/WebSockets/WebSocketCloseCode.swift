/// A server's reason for closing (RFC 6455 §7.4.1).
public enum WebSocketCloseCode: UInt16, Sendable {
  /// The conversation is over.
  case normal = 1000
  /// The server stops.
  case goingAway = 1001
  /// The frames violate the protocol.
  case protocolError = 1002
  /// A type of data that is not accepted.
  case unsupportedData = 1003
  /// Data that contradicts its type.
  case invalidData = 1007
  /// A message that the server refuses.
  case policyViolation = 1008
  /// A message that is too long.
  case tooBig = 1009
}
