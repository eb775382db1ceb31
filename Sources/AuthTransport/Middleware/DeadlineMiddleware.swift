public import AuthCore

/// A middleware that limits the time of a request. Around a `RetryMiddleware`, the limit includes retries and waits.
public struct DeadlineMiddleware: HTTPMiddleware {
  private let limit: Duration
  private let clock: any AuthClock

  /// Creates a middleware that gives every request at most `limit`.
  public init(_ limit: Duration, clock: any AuthClock = SystemClock()) {
    self.limit = limit
    self.clock = clock
  }

  /// Sends `request`, and cancels it when the limit is reached.
  ///
  /// - Throws: `timeout` when the limit is reached; otherwise the error of `next`.
  public func intercept(
    _ request: TransportRequest, next: any HTTPTransport
  ) async throws(AuthError) -> TransportResponse {
    let result = await Deadline.run(limit, clock: clock) { () async -> Result<TransportResponse, AuthError> in
      do throws(AuthError) {
        return .success(try await next.send(request))
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw AuthError(.timeout, "The request received no response within \(limit). Try again.") }
    return try result.get()
  }
}
