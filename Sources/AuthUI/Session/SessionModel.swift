public import AuthCore
public import Observation

/// Who is signed in, as a view sees it, and what a user can do about that: switch, sign out, renew.
///
/// What goes wrong is kept in `problem`, so that a button's action needs no error handling of its own.
@MainActor @Observable
public final class SessionModel {
  /// How things stand.
  public private(set) var state: SessionState = .loading
  /// Every stored session, those of other providers included, in the manager's order.
  public private(set) var sessions: [Session] = []
  /// Why no user is signed in any more, or has to sign in again; nil where nothing ended. Known after a restart, too.
  public private(set) var signOutExplanation: SignOutExplanation?
  /// Whether something is under way.
  public private(set) var isBusy = false
  /// Why the last thing could not be done.
  public private(set) var problem: AuthError?
  /// What the last sign-out left to do: pages to open, servers that could not be told.
  public private(set) var signOutResult: SignOutResult?

  @ObservationIgnored private let manager: any SessionManaging
  @ObservationIgnored private let provider: ProviderID?
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Follows the states of `manager`'s session.
  ///
  /// - Parameters:
  ///   - manager: whose states are followed: a client.
  ///   - provider: whose; nil for the configured provider.
  public init(_ manager: some SessionManaging, provider: ProviderID? = nil) {
    self.manager = manager
    self.provider = provider
    let states = manager.states(provider: provider)
    following = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        self.state = state
        await self.reload()
      }
    }
  }

  deinit { following?.cancel() }

  /// The session, in any state.
  public var session: Session? { state.session }

  /// Whether a user is signed in, with a credential that works or one that is to be renewed.
  public var isSignedIn: Bool {
    switch state {
    case .signedIn, .unverified: true
    case .loading, .signedOut, .expired, .locked: false
    }
  }

  /// The stored sessions that are not the selected one.
  public var others: [Session] { sessions.filter { $0.id != session?.id } }

  /// Reads the list of sessions again, and why no user is signed in.
  public func reload() async {
    await explain()
    do throws(AuthError) {
      sessions = try await manager.sessions()
    } catch {
      problem = error
    }
  }

  /// Makes a stored session the selected one of its provider.
  public func select(_ id: SessionID) async {
    await attempt { [manager] () throws(AuthError) in try await manager.select(id) }
  }

  /// Signs a stored session out, selected or not.
  public func remove(_ id: SessionID) async {
    await attempt { [manager] () throws(AuthError) in try await manager.remove(id) }
  }

  /// Renews the selected session now.
  public func refresh() async {
    await attempt { [manager, provider] () throws(AuthError) in _ = try await manager.refresh(provider: provider) }
  }

  /// Signs out; see `signOutResult` for what that leaves to do.
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async {
    signOutResult = nil
    await attempt { [self, manager, provider] () throws(AuthError) in
      signOutResult = try await manager.signOut(options, provider: provider)
    }
  }

  /// Notes that the page of a sign-out has been opened, or is not going to be.
  public func finished(_ redirect: SignOutRedirect) {
    signOutResult?.redirects.removeAll { $0.url == redirect.url && $0.providerID == redirect.providerID }
  }

  /// Without an explanation the page asks to sign in all the same, so that what is wrong with one is no problem here.
  private func explain() async {
    var explanation: SignOutExplanation?
    if needsSignIn {
      do throws(AuthError) { explanation = try await manager.signOutExplanation(provider: provider) } catch {}
    }
    // It may have taken a while.
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
