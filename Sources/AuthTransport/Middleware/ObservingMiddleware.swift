public import AuthCore

/// A middleware that reports every exchange to an observer: the method, the URL without its query, the status, the
/// duration and the code of an error. It reports no header field and no body.
public struct ObservingMiddleware: HTTPMiddleware {
  private let observer: any AuthObserver
  private let clock: any AuthClock

  /// Creates a middleware that reports to `observer`. `clock` measures the durations.
  public init(observer: any AuthObserver, clock: any AuthClock = SystemClock()) {
    self.observer = observer
    self.clock = clock
  }

  /// Sends `request`, and reports the outcome.
  ///
  /// - Throws: the error of `next`.
  public func intercept(
    _ request: TransportRequest, next: any HTTPTransport
  ) async throws(AuthError) -> TransportResponse {
    let start = clock.uptime()
    do throws(AuthError) {
      let response = try await next.send(request)
      record(request, start, status: response.status, error: nil)
      return response
    } catch {
      record(request, start, status: nil, error: error.code)
      throw error
    }
  }

  private func record(_ request: TransportRequest, _ start: Duration, status: Int?, error: AuthError.Code?) {
    observer.record(
      .request(
        RequestEvent(
          method: request.method, url: RedactedURL.text(request.url), status: status,
          duration: clock.uptime() - start, error: error)))
  }
}
