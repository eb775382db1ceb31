/// All external services that a provider may use, passed by value. A provider must not use a file, an environment
/// variable, a global variable or the wall clock except through these services, so that tests can replace them.
public struct ProviderServices: Sendable {
  /// The transport that sends HTTP requests.
  public var transport: any HTTPTransport
  /// The app's key stores. One of them generates new keys; each of them uses the keys that it generated.
  public var keys: KeyRing
  /// The provider instance's records, for example device records and suspended flows.
  public var records: any RecordStore
  /// The instance's records on this host only, for unfinished work: renewed sessions that are not stored yet, and
  /// deleted sessions that are not revoked at the server yet. The default is `records`; set another store if several
  /// hosts share `records`.
  public var hostRecords: any RecordStore {
    get { ownHostRecords ?? records }
    set { ownHostRecords = newValue }
  }
  private var ownHostRecords: (any RecordStore)?
  /// The source of the tokens that the app's identity system or backend issues.
  public var tokenProvider: any TokenProvider
  /// The authenticator for passkey ceremonies; nil if the app has no authenticator.
  public var passkeys: (any PasskeyAuthenticator)?
  /// The clock. `AuthClient` gives each provider instance a clock that is corrected to the time of its server.
  public var clock: any AuthClock {
    didSet { serverTime = clock as? ServerTime }
  }
  /// `clock`, if it is a `ServerTime`; otherwise nil. The value is stored, because every read of a session needs the
  /// server's time and a dynamic cast at every read would cost too much.
  private(set) var serverTime: ServerTime?
  /// The source of random bytes.
  public var random: any RandomSource
  /// The observer that receives the events.
  public var observer: any AuthObserver

  /// Creates services. By default, there is no token source, no passkey authenticator and no observer, and this
  /// machine's clock and random source are used.
  public init(
    transport: any HTTPTransport, keys: KeyRing, records: any RecordStore,
    tokenProvider: any TokenProvider = TokenProviderChain([]), passkeys: (any PasskeyAuthenticator)? = nil,
    clock: any AuthClock = SystemClock(), random: any RandomSource = SystemRandomSource(),
    observer: any AuthObserver = SilentObserver()
  ) {
    self.transport = transport
    self.keys = keys
    self.records = records
    self.tokenProvider = tokenProvider
    self.passkeys = passkeys
    self.clock = clock
    serverTime = clock as? ServerTime
    self.random = random
    self.observer = observer
  }

  /// Returns the services for one provider instance. `records` and `hostRecords` are limited to a namespace named after
  /// the instance, so that instances do not share records.
  func narrowed(to id: ProviderID) -> ProviderServices {
    var own = self
    own.records = records.namespaced(id.rawValue)
    own.ownHostRecords = ownHostRecords?.namespaced(id.rawValue)
    return own
  }

  /// Requests a token from the token provider and waits at most 30 seconds.
  ///
  /// - Returns: the token; nil if no user is signed in at the source. A source reports that with nil or a blank token.
  /// - Throws: `token_required` if every source is unavailable or has only `request.rejected`; `timeout` after 30
  ///   seconds; `cancelled` if the source throws `CancellationError`; otherwise the source's `AuthError`. An error of
  ///   any other type becomes `provider_error` with only the type's name, because the text could contain the token.
  public func token(for request: TokenRequest) async throws(AuthError) -> Secret? {
    let provider = tokenProvider
    let clock = clock
    observer.record(.step(provider: request.providerID, name: "token_fetch"))
    let result = await Deadline.run(.seconds(30), clock: clock) { () async -> Result<Secret?, AuthError> in
      do {
        return .success(try await provider.token(for: request))
      } catch let error as AuthError {
        return .failure(error)
      } catch is CancellationError {
        return .failure(.cancelled)
      } catch let unavailable as TokenProviderUnavailable {
        return .failure(
          AuthError(
            .tokenRequired,
            "No token is available: \(unavailable.reason). Check the token provider of '\(request.providerID)' "
              + "(`tokenProvider` in its block, or setTokenProvider), or start the flow with a token "
              + "(FlowRequest.token, --token)."))
      } catch {
        return .failure(
          AuthError(
            .providerError,
            "The token provider of '\(request.providerID)' threw an error of the type \(type(of: error)). The error's "
              + "text is not shown, because it could contain the token. Check the token provider."))
      }
    }
    guard let result else {
      throw AuthError(
        .timeout,
        "The token provider of '\(request.providerID)' did not respond within 30 seconds. Check it, and try again.")
    }
    guard let token = try result.get(), !token.revealText().trimmingBlanks.isEmpty else { return nil }
    return token
  }
}
