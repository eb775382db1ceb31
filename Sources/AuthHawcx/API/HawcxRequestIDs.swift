import AuthCore

/// DESIGN H7: the request IDs for `X-Request-Id`, by which a server can recognise a repeated request.
///
/// A request keeps its ID during the transport's retries. It also keeps its ID if the response was lost and the user
/// sends the same input again: the server then repeats its response, instead of rejecting a code that is already used.
final class HawcxRequestIDs: Sendable {
  private struct Unanswered: Sendable {
    let action: HawcxAction
    let session: String?
    let id: String
  }

  private let random: any RandomSource
  private let unanswered = Locked<Unanswered?>(nil)

  init(random: any RandomSource) { self.random = random }

  func id(for action: HawcxAction, session: String?) -> String {
    let fresh = random.uuid()
    return unanswered.withLock { known in
      if let known, known.action == action, known.session == session { return known.id }
      known = Unanswered(action: action, session: session, id: fresh)
      return fresh
    }
  }

  /// Notes that the server has responded. From then on, the same action is a new request.
  func answered() { unanswered.withLock { $0 = nil } }
}
