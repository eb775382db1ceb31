/// Access to everything outside that a provider may use, passed by value. A provider uses no file, environment
/// variable, global or wall clock in any other way.
public struct ProviderServices: Sendable {
  /// HTTP.
  public var transport: any HTTPTransport
  /// Keys: one store generates them, and every store resolves its own.
  public var keys: KeyRing
  /// The instance's own records.
  public var records: any RecordStore
  /// The instance's records on this host alone, where results wait that could not be stored. The same as `records`
  /// unless hosts share those.
  public var hostRecords: any RecordStore {
    get { ownHostRecords ?? records }
    set { ownHostRecords = newValue }
  }
  private var ownHostRecords: (any RecordStore)?
  /// Tokens from the app's identity system or backend.
  public var tokenProvider: any TokenProvider
  /// Passkey ceremonies; nil if there is no authenticator.
  public var passkeys: (any PasskeyAuthenticator)?
  /// The time.
  public var clock: any AuthClock {
    didSet { serverTime = clock as? ServerTime }
  }
  /// The same clock if it follows the server's time. Each read of a session asks it: a cast there costs too much.
  private(set) var serverTime: ServerTime?
  /// Randomness.
  public var random: any RandomSource
  /// The observer of events.
  public var observer: any AuthObserver

  /// Services; by default this machine's clock and random source, and no observer.
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

  /// The services of one instance: its records are apart from those of the others.
  func narrowed(to id: ProviderID) -> ProviderServices {
    var own = self
    own.records = records.namespaced(id.rawValue)
    own.ownHostRecords = ownHostRecords?.namespaced(id.rawValue)
    return own
  }

  /// Asks the token provider and waits at most 30 seconds; a blank token counts as nil.
  ///
  /// - Throws: `token_required` when no source could be asked, or none has another token than the refused one;
  ///   `timeout`; `cancelled`; otherwise the error of the source. An error of another type becomes `provider_error`
  ///   without its text, which could contain the token.
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
        return .failure(AuthError(.tokenRequired, "No token is available: \(unavailable.reason)."))
      } catch {
        return .failure(AuthError(.providerError, "The token provider failed (\(type(of: error)))."))
      }
    }
    guard let result else { throw AuthError(.timeout, "The token provider did not respond within 30 seconds.") }
    guard let token = try result.get(), !token.revealText().trimmingBlanks.isEmpty else { return nil }
    return token
  }
}
