/// What a server accepts.
struct ServerLimits: Sendable {
  /// The largest head, in bytes: the target and the header fields.
  static let head = 16 << 10
  /// The largest body, in bytes.
  static let body = 1 << 20
  /// The largest body that is read, in bytes. A body between the two limits is read and discarded: if the connection
  /// were closed while the client still sends, it would be reset, and the refusal would be lost (RFC 9112 §9.6).
  static let discarded = 8 << 20
  /// The number of connections above `connections` that are accepted, to be refused with 503.
  static let refusedConnections = 16

  /// The number of open connections.
  var connections = 256
  /// The time limit for a request: from the opening of the connection, or from the moment when the previous response
  /// was made. So it also limits how long a client takes to receive a response.
  var patience = Duration.seconds(60)
  /// The time limit for a request on a connection that will be refused.
  var refusalPatience = Duration.seconds(5)
}
