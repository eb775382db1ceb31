import AuthCore

/// DESIGN H7: names requests by `X-Request-Id`, so that a server can tell repetitions.
///
/// A request keeps its name over the transport's retries. It also keeps it when its answer was lost and the user gives
/// the same answer again: the server then repeats what it said, instead of finding a code used up.
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

  /// The server has answered: the same action is a new request from now on.
  func answered() { unanswered.withLock { $0 = nil } }
}
