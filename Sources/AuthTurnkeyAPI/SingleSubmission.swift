import AuthCore

/// A transport that does not let a middleware repeat a submission, and records the progress of the submission. The
/// refusal of a repeated deletion would hide that the first one was performed.
final class SingleSubmission: HTTPTransport {
  enum Progress: Sendable {
    case notSent
    /// The submission was sent. It has no response yet, or a refusal.
    case sent
    /// The vendor has accepted the submission, so a later error is not about the submission.
    case accepted
  }

  private let next: any HTTPTransport
  private let state = Locked(Progress.notSent)

  init(next: any HTTPTransport) { self.next = next }

  var progress: Progress { state.withLock { $0 } }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    // Of the requests of a client, only queries can be repeated without an effect.
    guard request.retry != .safe else { return try await next.send(request) }
    state.withLock { if $0 == .notSent { $0 = .sent } }
    var request = request
    request.retry = .never
    let response = try await next.send(request)
    if response.isSuccess { state.withLock { $0 = .accepted } }
    return response
  }
}
