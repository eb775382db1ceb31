/// The state of a provider's selected session.
public enum SessionState: Sendable, Equatable {
  /// The store has not been read yet.
  case loading
  /// No user is signed in, for the given reason.
  case signedOut(SignOutReason)
  /// The user is signed in, with a valid credential.
  case signedIn(Session)
  /// The user is signed in, but the credential has expired and could not be renewed yet, for example because the
  /// network or the server failed.
  case unverified(Session)
  /// The credential has expired, and the client does not renew it by itself: the vendor cannot renew it, or the
  /// provider renews it only on request. The session stays stored.
  case expired(Session)
  /// The session is stored, but its key cannot be reached.
  case locked(Session, LockReason)

  /// Why a stored session cannot be used.
  public enum LockReason: String, Sendable, Hashable {
    /// The key's store is locked, removed, or not configured.
    case keyUnavailable
  }

  /// The session in this state; nil when no user is signed in.
  public var session: Session? {
    switch self {
    case .loading, .signedOut: nil
    case .signedIn(let session), .unverified(let session), .expired(let session), .locked(let session, _): session
    }
  }

  /// The state's name, such as `signedIn`.
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
  /// Whether a reader may treat both states as equal. The generation, the refresh token and the vendor's other tokens
  /// are not compared, because a renewal may change them without any visible change.
  func isEquivalent(to other: SessionState) -> Bool {
    guard let session else { return self == other }
    return self == other.replacingInvisibleValues(by: session)
  }

  /// The state with the values of another session that `isEquivalent(to:)` does not compare.
  private func replacingInvisibleValues(by other: Session) -> SessionState {
    guard var session else { return self }
    session.generation = other.generation
    session.tokens.refresh = other.tokens.refresh
    session.tokens.other = other.tokens.other
    return switch self {
    case .loading, .signedOut: self
    case .signedIn: .signedIn(session)
    case .unverified: .unverified(session)
    case .expired: .expired(session)
    case .locked(_, let reason): .locked(session, reason)
    }
  }
}
