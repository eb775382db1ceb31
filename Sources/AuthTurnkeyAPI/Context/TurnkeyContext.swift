public import AuthCore
public import AuthTurnkey
public import Observation

/// The state of a Turnkey-style app for its views: the signed-in user and their data.
///
/// While a context exists, the client renews every session of the provider before it expires, if `autoRefreshSession` is
/// true.
///
/// A context uses an `AuthClient`, which keeps the sessions. There is no global state: an app with several clients can
/// have a context for each. An app with its own backend and no `authProxyConfigId` calls `createKeyPair()`, lets the
/// backend open a session, and then calls `storeSession(jwt:)`. After that, `client()` returns a client that stamps
/// requests. Without `authProxyConfigId`, calls that need the auth proxy throw `missing_auth_proxy_configuration`.
@MainActor @Observable
public final class TurnkeyContext {
  /// Whether a user is signed in.
  public enum AuthState: Sendable, Hashable {
    /// The stored session has not been read yet.
    case loading
    /// A user is signed in. The session can have expired if it could not be renewed yet, for example without a network.
    case authenticated
    /// No user is signed in, the session has expired and cannot be renewed, or its key is not available.
    case unauthenticated
  }

  /// Whether a user is signed in.
  public private(set) var authState: AuthState = .loading
  /// The selected session; nil if no session is selected.
  public private(set) var session: Session?
  /// The signed-in user; nil until the user is fetched.
  public internal(set) var user: TurnkeyUser?
  /// The user's wallets; empty until they are fetched.
  public internal(set) var wallets: [TurnkeyWallet] = []
  /// Why the last call of `refreshManagedState()` for this session failed; nil if that call succeeded, or if there was
  /// none.
  public private(set) var managedStateError: AuthError?

  /// The client that keeps the sessions.
  @ObservationIgnored public let auth: AuthClient
  /// The provider of the sessions.
  @ObservationIgnored public let provider: TurnkeyProvider
  @ObservationIgnored private let fetchesManagedState: Bool
  @ObservationIgnored private let others: SessionReaders
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var fetching: Task<Void, Never>?

  /// The context of a client.
  ///
  /// - Parameters:
  ///   - auth: the client that keeps the sessions.
  ///   - provider: the Turnkey-style instance; nil for the one that the configuration selects.
  ///   - fetchesManagedState: whether to fetch the user and wallets after a sign-in and after a change of session.
  /// - Throws: `invalid_configuration` if the instance is not a Turnkey-style provider, or has no valid block;
  ///   `provider_not_linked`.
  public init(_ auth: AuthClient, provider: ProviderID? = nil, fetchesManagedState: Bool = true) throws(AuthError) {
    guard let known = try auth.provider(provider) as? TurnkeyProvider else {
      throw AuthError(
        .invalidConfiguration,
        "A TurnkeyContext needs a Turnkey-style provider, but this instance has another type. Pass the id of a "
          + "Turnkey-style instance as provider.")
    }
    self.auth = auth
    self.provider = known
    self.fetchesManagedState = fetchesManagedState
    others = SessionReaders(auth, provider: known.id)
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

  /// The app's name for the selected session; nil if the session has no name, or no session is selected.
  public var selectedSessionKey: String? { session?.sessionKey }

  /// Returns the API client of the selected session, which stamps with the session's key. Renews the session first if a
  /// renewal is due.
  ///
  /// - Throws: `not_signed_in`, `key_unavailable`, and the errors of renewing the session.
  public func client() async throws(AuthError) -> TurnkeyClient {
    try provider.client(for: try await auth.session(provider: provider.id))
  }

  /// Publishes the new state, and waits until a fetch of the user and the wallets has ended.
  func update() async throws(AuthError) {
    show(try await auth.state(provider: provider.id))
    await fetching?.value
  }

  private func show(_ state: SessionState) {
    let previous = session?.id
    session = state.session
    switch state {
    case .loading: authState = .loading
    // The user of an unverified session is still signed in: the session can be renewed later.
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

  /// Fetches the user and the wallets, and updates `user` and `wallets`; after a failure, updates `managedStateError`
  /// instead. The result is ignored if another session has been selected in the meantime.
  public func refreshManagedState() async {
    let shown = session?.id
    do throws(AuthError) {
      let (user, wallets) = (try await fetchUser(), try await fetchWallets())
      // Ignore a late response for another session.
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
  /// The app's name for the session; nil for a session without a name.
  public var sessionKey: String? { tags["sessionKey"] }
  /// The ID of the passkey with which the user signed in, in base64url; nil if no passkey was used.
  public var credentialID: String? { turnkeyValue(TurnkeySessionDetails.credentialName) }
}
