/// Selects the provider instance for a call that does not name a session: one rule for every call, as a pure value.
///
/// A call that names an instance uses that instance only. Other calls use the configured instance and then its
/// fallbacks in order; the first one with a session is selected.
struct SessionResolver: Sendable, Equatable {
  /// The candidate instances, in order.
  let candidates: [ProviderID]

  init(asked: ProviderID?, configured: ProviderID, fallback: [ProviderID]) {
    candidates = asked.map { [$0] } ?? [configured] + fallback.filter { $0 != configured }
  }

  /// The selected instance and its state. The instance is nil if it is not known yet, or if no user is signed in.
  func resolve(_ state: (ProviderID) -> SessionState) -> (owner: ProviderID?, state: SessionState) {
    var reason: SignOutReason?
    for candidate in candidates {
      switch state(candidate) {
      // The instances after this candidate are considered only when it is known that the candidate has no session.
      case .loading: return (nil, .loading)
      case .signedOut(let why):
        // If no instance has a session, the reason is that of the first instance that had a session before.
        if reason == nil || reason == .never { reason = why }
      case let state: return (candidate, state)
      }
    }
    return (nil, .signedOut(reason ?? .never))
  }

  /// The instances whose states determine the result of `resolve`: those up to the selected one, or up to the first one
  /// whose state is not known yet. If no user is signed in, all candidates determine the result.
  func deciding(_ state: (ProviderID) -> SessionState) -> ArraySlice<ProviderID> {
    let last = candidates.firstIndex { if case .signedOut = state($0) { false } else { true } }
    return last.map { candidates[...$0] } ?? candidates[...]
  }
}
