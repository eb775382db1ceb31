/// Which provider instance is meant by "the session": one rule for every call, as a pure value.
///
/// A call that names an instance means that one alone. Else the configured instance comes first, then its fallbacks in
/// their order, and the first that has a session is meant.
struct SessionResolver: Sendable, Equatable {
  /// The instances that may be meant, in the order of asking.
  let candidates: [ProviderID]

  init(asked: ProviderID?, configured: ProviderID, fallback: [ProviderID]) {
    candidates = asked.map { [$0] } ?? [configured] + fallback.filter { $0 != configured }
  }

  /// How things stand with the one that is meant, and which it is; nil where that is not known yet, or no user is
  /// signed in.
  func resolve(_ state: (ProviderID) -> SessionState) -> (owner: ProviderID?, state: SessionState) {
    var reason: SignOutReason?
    for candidate in candidates {
      switch state(candidate) {
      // A later one is not meant before it is known that this one has no session.
      case .loading: return (nil, .loading)
      case .signedOut(let why):
        // Of several instances without a session, the first that had one says why.
        if reason == nil || reason == .never { reason = why }
      case let state: return (candidate, state)
      }
    }
    return (nil, .signedOut(reason ?? .never))
  }
}
