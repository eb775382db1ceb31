public import AuthCore
public import Observation

/// The model of a session: who is signed in, with calls to switch, sign out and renew.
///
/// The model keeps errors in `problem`, so that a button's action needs no error handling.
@MainActor @Observable
public final class SessionModel {
  /// The session's state.
  public private(set) var state: SessionState = .loading
  /// Every stored session, including those of other providers, in the manager's order.
  public private(set) var sessions: [Session] = []
  /// Why the user was signed out, or has to sign in again. It is read from the stored history, so it is available after
  /// the app restarts. Nil in any other state, if no session has ended, and if the history cannot be read.
  public private(set) var signOutExplanation: SignOutExplanation?
  /// Whether a call of `select`, `remove`, `refresh` or `signOut` is in progress.
  public private(set) var isBusy = false
  /// The error of the last call, or of a read of the list after that call; nil if there was none. The next call clears
  /// the error.
  public private(set) var problem: AuthError?
  /// What remains to do after the last sign-out, such as pages to open and sessions that the server did not revoke; nil
  /// before the first sign-out, during a sign-out, and after a failed one.
  public private(set) var signOutResult: SignOutResult?

  private var shown: Set<SessionID> = []
  @ObservationIgnored private let manager: any SessionManaging
  @ObservationIgnored private let provider: ProviderID?
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates a model that follows the states of `manager`'s session.
  ///
  /// - Parameters:
  ///   - manager: the session manager, usually an `AuthClient`.
  ///   - provider: the provider; nil for the configured one.
  public init(_ manager: some SessionManaging, provider: ProviderID? = nil) {
    self.manager = manager
    self.provider = provider
    let states = manager.states(provider: provider)
    following = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        self.state = state
        if let session = state.session { self.shown.insert(session.id) }
        await self.reload()
      }
    }
  }

  deinit { following?.cancel() }

  /// The session of the current state; nil in the states `loading` and `signedOut`.
  public var session: Session? { state.session }

  /// Whether the session was that of a state, of this one or of an earlier one.
  func hasShown(_ id: SessionID) -> Bool { shown.contains(id) }

  /// Whether a user is signed in, with a valid credential or one that has to be renewed.
  public var isSignedIn: Bool {
    switch state {
    case .signedIn, .unverified: true
    case .loading, .signedOut, .expired, .locked: false
    }
  }

  /// The stored sessions that are not the selected one.
  public var others: [Session] { sessions.filter { $0.id != session?.id } }

  /// Reads the list of sessions and the reason for a sign-out again. An error in reading the list is in `problem`.
  public func reload() async {
    await explain()
    do throws(AuthError) {
      sessions = try await manager.sessions()
    } catch {
      // The list is also read after a call. The error of the call takes precedence.
      problem = problem ?? error
    }
  }

  /// Makes a stored session the selected one of its provider. Does nothing while another call is in progress.
  public func select(_ id: SessionID) async {
    await attempt { [manager] () throws(AuthError) in try await manager.select(id) }
  }

  /// Signs a stored session out, even if it is not selected. Does nothing while another call is in progress.
  public func remove(_ id: SessionID) async {
    await attempt { [manager] () throws(AuthError) in try await manager.remove(id) }
  }

  /// Renews the selected session now. Does nothing while another call is in progress.
  public func refresh() async {
    await attempt { [manager, provider] () throws(AuthError) in _ = try await manager.refresh(provider: provider) }
  }

  /// Signs out. `signOutResult` then contains what remains to do. While another call is in progress, the function only
  /// clears `signOutResult`.
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async {
    signOutResult = nil
    await attempt { [self, manager, provider] () throws(AuthError) in
      signOutResult = try await manager.signOut(options, provider: provider)
    }
  }

  /// Removes a page from `signOutResult`: the app has opened it, or will not open it.
  public func finished(_ redirect: SignOutRedirect) {
    signOutResult?.redirects.removeAll { $0.url == redirect.url && $0.providerID == redirect.providerID }
  }

  /// Reads the reason for a sign-out. The sign-in page works without the reason, so an error here is not shown.
  private func explain() async {
    var explanation: SignOutExplanation?
    if needsSignIn {
      do throws(AuthError) { explanation = try await manager.signOutExplanation(provider: provider) } catch {}
    }
    // The state may have changed in the meantime.
    signOutExplanation = needsSignIn ? explanation : nil
  }

  private var needsSignIn: Bool {
    switch state {
    case .signedOut, .expired: true
    case .loading, .signedIn, .unverified, .locked: false
    }
  }

  private func attempt(_ body: @MainActor () async throws(AuthError) -> Void) async {
    guard !isBusy else { return }
    isBusy = true
    problem = nil
    do throws(AuthError) {
      try await body()
    } catch {
      problem = error
    }
    await reload()
    isBusy = false
  }
}
