/// One request and its response, redacted.
public struct RequestEvent: Sendable {
  /// The HTTP method.
  public let method: String
  /// Scheme, host, port and path. Queries and fragments are dropped, since they can contain secrets.
  public let url: String
  /// The HTTP status; nil if there was no response.
  public let status: Int?
  /// How long the exchange took.
  public let duration: Duration
  /// The error, if there was no response.
  public let error: AuthError.Code?

  /// Creates an event for one exchange.
  public init(method: String, url: String, status: Int?, duration: Duration, error: AuthError.Code?) {
    self.method = method
    self.url = url
    self.status = status
    self.duration = duration
    self.error = error
  }
}
