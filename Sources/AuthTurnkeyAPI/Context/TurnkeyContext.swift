public import AuthCore
public import AuthTurnkey
public import Observation

/// The state of a Turnkey-style app as its views see it: who is signed in, and what they have.
///
/// Made of an `AuthClient`, which keeps the sessions; nothing is global, and there can be as many as there are clients.
/// With an app's own backend and no `authProxyConfigId`: `createKeyPair()`, then whatever the backend does, then
/// `storeSession(jwt:)`; from then on `client` stamps. What goes through the auth proxy throws
/// `missing_auth_proxy_configuration` there.
@MainActor @Observable
public final class TurnkeyContext {
  /// Whether a user is signed in.
  public enum AuthState: Sendable, Hashable {
    /// The stored session has not been read yet.
    case loading
    /// A user is signed in, and the session's key is there.
    case authenticated
    /// No user is signed in, or the session has run out or has lost its key.
    case unauthenticated
  }

  /// Whether a user is signed in.
  public private(set) var authState: AuthState = .loading
  /// The selected session.
  public private(set) var session: Session?
  /// The signed-in user; nil until they were fetched.
  public internal(set) var user: TurnkeyUser?
  /// The user's wallets; empty until they were fetched.
  public internal(set) var wallets: [TurnkeyWallet] = []
  /// Why user or wallets could not be fetched the last time; nothing is swallowed.
  public private(set) var managedStateError: AuthError?

  /// Keeps the sessions.
  @ObservationIgnored public let auth: AuthClient
  /// Whose they are.
  @ObservationIgnored public let provider: TurnkeyProvider
  @ObservationIgnored private let fetchesManagedState: Bool
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var fetching: Task<Void, Never>?

  /// The context of a client.
  ///
  /// - Parameters:
  ///   - auth: who has the session.
  ///   - provider: the Turnkey-style instance; nil for the configured provider.
  ///   - fetchesManagedState: whether user and wallets are fetched after a sign-in and a change of session.
  /// - Throws: `invalid_configuration` when the instance is another vendor's.
  public init(_ auth: AuthClient, provider: ProviderID? = nil, fetchesManagedState: Bool = true) throws(AuthError) {
    guard let known = try auth.provider(provider) as? TurnkeyProvider else {
      throw AuthError(.invalidConfiguration, "A TurnkeyContext needs a Turnkey-style provider; name its instance.")
    }
    self.auth = auth
    self.provider = known
    self.fetchesManagedState = fetchesManagedState
    let states = auth.states(provider: known.id)
    following = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        self.show(state)
      }
    }
  }

  deinit {
    following?.cancel()
    fetching?.cancel()
  }

  /// The name that the app gave the selected session.
  public var selectedSessionKey: String? { session?.sessionKey }

  /// The API client of the selected session: it stamps with the session's key.
  ///
  /// - Throws: `not_signed_in`, `key_unavailable`, and what renewing the session throws.
  public func client() async throws(AuthError) -> TurnkeyClient {
    try provider.client(for: try await auth.session(provider: provider.id))
  }

  /// Shows what has just been done, before the caller goes on.
  func update() async throws(AuthError) {
    show(try await auth.state(provider: provider.id))
    await fetching?.value
  }

  private func show(_ state: SessionState) {
    let previous = session?.id
    session = state.session
    switch state {
    case .loading: authState = .loading
    // A session that waits for the network to be renewed is still a session.
    case .signedIn, .unverified: authState = .authenticated
    case .signedOut, .expired, .locked: authState = .unauthenticated
    }
    guard session?.id != previous else { return }
    user = nil
    wallets = []
    managedStateError = nil
    fetching?.cancel()
    guard fetchesManagedState, authState == .authenticated else {
      fetching = nil
      return
    }
    fetching = Task { [weak self] in await self?.refreshManagedState() }
  }

  /// Fetches user and wallets; a failure is in `managedStateError`.
  public func refreshManagedState() async {
    let shown = session?.id
    do throws(AuthError) {
      let (user, wallets) = (try await fetchUser(), try await fetchWallets())
      // What comes late for another session is not shown.
      guard session?.id == shown else { return }
      self.user = user
      self.wallets = wallets
      managedStateError = nil
    } catch {
      if session?.id == shown { managedStateError = error }
    }
  }
}

extension Session {
  /// The name that the app gave it.
  public var sessionKey: String? { tags["sessionKey"] }
}
