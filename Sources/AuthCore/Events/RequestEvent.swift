/// One request and its response, without headers, bodies and the parts of the URL that can contain secrets.
public struct RequestEvent: Sendable {
  /// The HTTP method.
  public let method: String
  /// The scheme, host, port and path of the URL. Query and fragment are left out, because they can contain secrets.
  public let url: String
  /// The HTTP status; nil if there was no response.
  public let status: Int?
  /// The time from the request to the response or the error.
  public let duration: Duration
  /// The error; nil if there was a response.
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
