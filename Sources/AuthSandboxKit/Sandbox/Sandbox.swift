public import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Local servers for sign-in vendors, with the app's own backend and identity system: a function from request to
/// response over one guarded state. `SandboxTransport` calls it in process, `SandboxServer` over HTTP.
///
/// The protocols are written from the vendors' documents, not from the providers of this package, so that client and
/// server do not share an error.
public final class Sandbox: Sendable {
  private let state: Locked<SandboxState>
  private let keySets: RegisteredKeySets

  /// A sandbox with the servers of some vendors.
  ///
  /// - Parameters:
  ///   - vendors: the vendors, in the order of the pages and the descriptor; each name at most once.
  ///   - clock: the clock that the sandbox's settable time is based on.
  ///   - random: the source of codes, ids and tokens.
  ///   - baseURL: the sandbox's own address, without a slash at its end; a server sets it when it starts.
  ///   - keyring: the names and keys of an earlier sandbox, to continue it.
  ///   - transport: fetches the key sets that an app registered by URL; without it they are not fetched.
  /// - Throws: `internal` when a key cannot be made, `store_corrupt` when the keyring holds a malformed one.
  public init(
    vendors: [SandboxVendorFactory], clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), baseURL: String = "http://localhost",
    keyring: SandboxKeyring = SandboxKeyring(), transport: (any HTTPTransport)? = nil
  ) throws(AuthError) {
    state = Locked(try SandboxState(vendors: vendors, clock: clock, random: random, baseURL: baseURL, keyring: keyring))
    keySets = RegisteredKeySets(transport: transport, clock: clock)
  }

  /// The sandbox's own address.
  public var baseURL: String { state.withLock { $0.world.baseURL } }

  /// The origin of the sandbox's web page: a relying party's.
  public var webOrigin: String { state.withLock { $0.world.webOrigin } }

  /// The names and keys, for a restart as the same sandbox; see `prepareKeys()`.
  public var keyring: SandboxKeyring { state.withLock { $0.currentKeyring } }

  /// Makes the keys that are otherwise made on first use, so that `keyring` is complete from the start.
  ///
  /// - Throws: `internal` when a key cannot be made.
  public func prepareKeys() throws(AuthError) {
    let identity = state.withLock { $0.world.identity }
    _ = try identity.publicKeys()
    try state.withLock { (state) throws(AuthError) in try state.prepareVendorKeys() }
  }

  /// The sandbox's descriptor: what a client needs to know, vendor by vendor.
  public var descriptor: JSONValue { state.withLock { $0.descriptor } }

  /// A ready configuration for all vendors, the first one chosen, with the app's backend named.
  public var configuration: JSONValue { state.withLock { $0.configuration } }

  /// A request with the fetched keys that its response needs; unchanged if it needs no keys.
  package func prepared(_ request: SandboxRequest) async -> SandboxRequest {
    guard let (query, offset) = keySetQuery(for: request) else { return request }
    var prepared = request
    do throws(AuthError) {
      prepared.keySet = .success(try await keySets.keys(query, offset: offset))
    } catch {
      prepared.keySet = .failure(error)
    }
    return prepared
  }

  /// Whether a request has to be prepared.
  package func needsKeySet(_ request: SandboxRequest) -> Bool { keySetQuery(for: request) != nil }

  private func keySetQuery(for request: SandboxRequest) -> (KeySetQuery, Duration)? {
    state.withLock { state in state.keySetQuery(for: request).map { ($0, state.world.offset) } }
  }

  /// Responds to a request, without faults and without an entry in the log.
  public func handle(_ request: SandboxRequest) -> SandboxResponse {
    state.withLock { $0.handle(request) }
  }

  /// The sandbox's time: the clock's, moved by `/sandbox/clock`.
  package var now: Date { state.withLock { $0.world.now } }

  /// Keeps exchanges with their bodies from now on, for tests.
  package func record() { state.withLock { $0.recording = $0.recording ?? Recording() } }

  /// `{"exchanges":[…]}` since `record()`.
  package var recording: JSONValue { state.withLock { ($0.recording ?? Recording()).json } }

  /// The exchange of a request, with faults applied and logged.
  package func exchange(_ request: SandboxRequest) -> SandboxExchange {
    state.withLock { $0.exchange(request) }
  }

  /// Opens a WebSocket after its handshake; false when the sandbox no longer has it. `deliver` is called with the
  /// sandbox's lock held and must only queue its argument.
  package func attach(
    _ socket: SandboxSocketID, deliver: @escaping @Sendable (SandboxSocketNews) -> Void
  ) -> Bool {
    state.withLock { $0.attach(socket, deliver: deliver) }
  }

  /// A text that the client of a WebSocket sent.
  package func receive(_ text: String, on socket: SandboxSocketID) {
    state.withLock { $0.receive(text, on: socket) }
  }

  /// A WebSocket has ended, or was never opened.
  package func detach(_ socket: SandboxSocketID) { state.withLock { $0.detach(socket) } }

  /// A refusal by the HTTP server itself, with CORS headers.
  package func refused(_ request: SandboxRequest, _ refusal: SandboxResponse) -> SandboxResponse {
    state.withLock { $0.refused(request, refusal) }
  }

  /// Tells the sandbox where it is served, and with which certificate.
  package func serve(at baseURL: String, certificatePEM: String? = nil) {
    state.withLock {
      $0.world.baseURL = baseURL
      $0.certificatePEM = certificatePEM
    }
  }
}
