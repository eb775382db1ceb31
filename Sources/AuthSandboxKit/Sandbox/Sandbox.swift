public import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Local servers that replace sign-in vendors, with the app's own backend and identity system: a function from requests
/// to responses over one state behind a lock. `SandboxTransport` calls the function in process, `SandboxServer` over
/// HTTP.
///
/// The servers were written from the vendors' documents, not from the providers of this package, so that client and
/// server do not share an error.
public final class Sandbox: Sendable {
  private let state: Locked<SandboxState>
  private let keySets: RegisteredKeySets
  /// The app that the program serves beside the sandbox; nil without one.
  private let app = Locked<(any SandboxApp)?>(nil)

  /// Creates a sandbox with the servers of the given vendors.
  ///
  /// - Parameters:
  ///   - vendors: the vendors, in the order of the pages and the descriptor; each name at most once.
  ///   - clock: the clock that the sandbox's settable time is based on.
  ///   - random: the source of codes, ids and tokens.
  ///   - baseURL: the sandbox's own address, without a trailing slash; a `SandboxServer` replaces it when it starts.
  ///   - keyring: the names and keys of an earlier sandbox, to continue that sandbox.
  ///   - transport: fetches the key sets that an app registered by URL; without a transport they are not fetched.
  /// - Throws: `internal` when a key cannot be made, `store_corrupt` when the keyring contains a malformed key, and the
  ///   errors of the vendors' factories.
  public init(
    vendors: [SandboxVendorFactory], clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), baseURL: String = "http://localhost",
    keyring: SandboxKeyring = SandboxKeyring(), transport: (any HTTPTransport)? = nil
  ) throws(AuthError) {
    state = Locked(try SandboxState(vendors: vendors, clock: clock, random: random, baseURL: baseURL, keyring: keyring))
    keySets = RegisteredKeySets(transport: transport, clock: clock)
  }

  /// The sandbox's own address, without a trailing slash.
  public var baseURL: String { state.withLock { $0.world.baseURL } }

  /// The origin of the sandbox's web pages, and of its own relying party.
  public var webOrigin: String { state.withLock { $0.world.webOrigin } }

  /// The permanent names and keys, with which a later sandbox continues this one; see `prepareKeys()`.
  public var keyring: SandboxKeyring { state.withLock { $0.currentKeyring } }

  /// Makes the keys that would otherwise be made on first use, so that `keyring` is complete from the start.
  ///
  /// - Throws: `internal` when a key cannot be made.
  public func prepareKeys() throws(AuthError) {
    let identity = state.withLock { $0.world.identity }
    _ = try identity.publicKeys()
    try state.withLock { (state) throws(AuthError) in try state.prepareVendorKeys() }
  }

  /// The sandbox's descriptor: the addresses, ids and keys that a client needs, by vendor.
  public var descriptor: JSONValue { state.withLock { $0.descriptor } }

  /// A complete configuration for all vendors. It selects the first vendor, and names the app's backend where a
  /// vendor's provider needs it.
  public var configuration: JSONValue { state.withLock { $0.configuration } }

  /// Also serves an app's page.
  package func serve(_ app: any SandboxApp) {
    self.app.withLock { $0 = app }
    state.withLock { $0.hasApp = true }
  }

  /// Returns the request with what its handler cannot get itself: the page of the app, the key set that it needs, or
  /// the error of its fetch. Unchanged if the handler needs neither.
  package func prepared(_ request: SandboxRequest) async -> SandboxRequest {
    if let app = app.withLock({ $0 }), let visit = state.withLock({ $0.appVisit(request) }) {
      var prepared = request
      prepared.appResponse = await app.page(for: visit).response(to: visit)
      return prepared
    }
    guard let (query, offset) = keySetQuery(for: request) else { return request }
    var prepared = request
    do throws(AuthError) {
      prepared.keySet = .success(try await keySets.keys(query, offset: offset))
    } catch {
      prepared.keySet = .failure(error)
    }
    return prepared
  }

  /// Whether `prepared(_:)` must be called for a request first.
  package func needsPreparation(_ request: SandboxRequest) -> Bool {
    keySetQuery(for: request) != nil || state.withLock { $0.hasApp && $0.appVisit(request) != nil }
  }

  private func keySetQuery(for request: SandboxRequest) -> (KeySetQuery, Duration)? {
    state.withLock { state in state.keySetQuery(for: request).map { ($0, state.world.offset) } }
  }

  /// Responds to a request, without faults and without an entry in the log. Key sets that an app registered by URL are
  /// not fetched.
  public func handle(_ request: SandboxRequest) -> SandboxResponse {
    state.withLock { $0.handle(request) }
  }

  /// The sandbox's time: the clock's time, advanced by `POST /sandbox/clock`.
  package var now: Date { state.withLock { $0.world.now } }

  /// Starts recording exchanges with their bodies, for tests.
  package func record() { state.withLock { $0.recording = $0.recording ?? Recording() } }

  /// `{"exchanges":[…]}` with the exchanges since the recording began; an empty array if no recording was begun.
  package var recording: JSONValue { state.withLock { ($0.recording ?? Recording()).json } }

  /// Responds to a request, with faults and with an entry in the log, unless the route's class excludes them.
  package func exchange(_ request: SandboxRequest) -> SandboxExchange {
    state.withLock { $0.exchange(request) }
  }

  /// Opens a WebSocket after its handshake; false if the vendor no longer has the socket. `deliver` is called with the
  /// sandbox's lock held, so it must only queue its argument.
  package func attach(
    _ socket: SandboxSocketID, deliver: @escaping @Sendable (SandboxSocketNews) -> Void
  ) -> Bool {
    state.withLock { $0.attach(socket, deliver: deliver) }
  }

  /// Handles a text message that the client of a WebSocket sent.
  package func receive(_ text: String, on socket: SandboxSocketID) {
    state.withLock { $0.receive(text, on: socket) }
  }

  /// Removes a WebSocket that has ended or was never opened.
  package func detach(_ socket: SandboxSocketID) { state.withLock { $0.detach(socket) } }

  /// Returns a refusal by the HTTP server itself, with the CORS headers of the request's route.
  package func refused(_ request: SandboxRequest, _ refusal: SandboxResponse) -> SandboxResponse {
    state.withLock { $0.refused(request, refusal) }
  }

  /// Sets the address and the certificate under which a server serves the sandbox.
  package func serve(at baseURL: String, certificatePEM: String? = nil) {
    state.withLock {
      $0.world.baseURL = baseURL
      $0.certificatePEM = certificatePEM
    }
  }
}
