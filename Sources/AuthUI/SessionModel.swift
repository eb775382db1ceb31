public import AuthCore
public import Observation

/// The state of a client's session as a view sees it.
@MainActor @Observable
public final class SessionModel {
  /// How things stand.
  public private(set) var state: SessionState = .loading
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Follows the states of `manager`'s session.
  ///
  /// - Parameter provider: whose; nil for the configured provider.
  public init(_ manager: some SessionManaging, provider: ProviderID? = nil) {
    let states = manager.states(provider: provider)
    following = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        self.state = state
      }
    }
  }

  deinit { following?.cancel() }

  /// The session, whatever its state.
  public var session: Session? { state.session }

  /// Whether somebody is signed in, with a credential that works or one that is to be renewed.
  public var isSignedIn: Bool {
    switch state {
    case .signedIn, .unverified: true
    case .loading, .signedOut, .expired, .locked: false
    }
  }
}
