/// A server's reason for closing (RFC 6455 §7.4.1).
package enum WebSocketCloseCode: UInt16, Sendable {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupportedData = 1003
  case invalidData = 1007
  case policyViolation = 1008
  case tooBig = 1009
}
