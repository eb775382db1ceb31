public import AuthCore

/// Ends whatever is inside it after a fixed time, repetitions and waits included.
public struct DeadlineMiddleware: HTTPMiddleware {
  private let limit: Duration
  private let clock: any AuthClock

  /// Gives every request at most `limit`.
  public init(_ limit: Duration, clock: any AuthClock = SystemClock()) {
    self.limit = limit
    self.clock = clock
  }

  /// Sends `request`; when the time is over first, cancels it.
  ///
  /// - Throws: `timeout` then, and whatever `next` throws.
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
    guard let result else { throw AuthError(.timeout, "The request was not answered within \(limit).") }
    return try result.get()
  }
}
