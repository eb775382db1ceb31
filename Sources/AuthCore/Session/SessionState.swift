/// How things stand with a provider's selected session.
public enum SessionState: Sendable, Equatable {
  /// The store has not been read yet.
  case loading
  /// No user is signed in, and why.
  case signedOut(SignOutReason)
  /// Signed in, with a credential that works.
  case signedIn(Session)
  /// Signed in, but the credential has run out and could not be renewed yet: no network, a failing server.
  case unverified(Session)
  /// The credential has run out and this vendor cannot renew it; the record is kept for signing in again.
  case expired(Session)
  /// The session is there and its key cannot be reached.
  case locked(Session, LockReason)

  /// Why a session cannot be used although it is there.
  public enum LockReason: String, Sendable, Hashable {
    /// The key's store is closed, gone, or not configured.
    case keyUnavailable
  }

  /// The session, in any state.
  public var session: Session? {
    switch self {
    case .loading, .signedOut: nil
    case .signedIn(let session), .unverified(let session), .expired(let session), .locked(let session, _): session
    }
  }

  /// The state's name: `signedIn`.
  public var name: String {
    switch self {
    case .loading: "loading"
    case .signedOut: "signedOut"
    case .signedIn: "signedIn"
    case .unverified: "unverified"
    case .expired: "expired"
    case .locked: "locked"
    }
  }
}

extension SessionState {
  /// Whether it says what `other` says; how often the session was renewed does not count, nor do the tokens that only
  /// the next renewal shows.
  func saysTheSame(as other: SessionState) -> Bool {
    guard let session else { return self == other }
    return self == other.counted(as: session)
  }

  private func counted(as known: Session) -> SessionState {
    guard var session else { return self }
    session.generation = known.generation
    session.tokens.refresh = known.tokens.refresh
    session.tokens.other = known.tokens.other
    return switch self {
    case .loading, .signedOut: self
    case .signedIn: .signedIn(session)
    case .unverified: .unverified(session)
    case .expired: .expired(session)
    case .locked(_, let reason): .locked(session, reason)
    }
  }
}
