import AuthCore

/// The state of a sandbox. `Sandbox` protects it with a lock.
struct SandboxState: Sendable {
  var world: SandboxWorld
  var keyring: SandboxKeyring
  var vendors: [any SandboxVendor]
  var log = RequestLog()
  /// The recorded exchanges with their bodies; nil while nothing is recorded.
  var recording: Recording?
  var faults = FaultTable()
  var sockets = SandboxSockets()
  var passkeys = SandboxPasskeys()
  var pageGuard = PageGuard()
  /// Whether the program serves an app's page.
  var hasApp = false
  /// The sign-ins by hand, by vendor.
  var signIns: [String: SignInAttempt] = [:]
  /// The certificate of the sandbox's HTTPS server; nil if it is not served over HTTPS.
  var certificatePEM: String?

  init(
    vendors factories: [SandboxVendorFactory], clock: any AuthClock, random: any RandomSource, baseURL: String,
    keyring: SandboxKeyring
  ) throws(AuthError) {
    var keyring = keyring
    let identity = try IdentitySystem(keyring: &keyring, random: random)
    world = SandboxWorld(clock: clock, random: random, baseURL: baseURL, identity: identity)
    vendors = []
    for factory in factories { vendors.append(try factory.make(&keyring, random)) }
    self.keyring = keyring
    for index in vendors.indices { vendors[index].reset(world: &world) }
  }

  /// The keyring, including keys made since the start.
  var currentKeyring: SandboxKeyring {
    var keyring = keyring
    world.identity.write(to: &keyring)
    for vendor in vendors { vendor.write(to: &keyring) }
    return keyring
  }

  mutating func prepareVendorKeys() throws(AuthError) {
    for index in vendors.indices { try vendors[index].prepareKeys() }
  }

  /// Returns the response to a request, and the name of the path's owner in the log: a vendor's name, `backend`, `idp`
  /// or `sandbox`.
  mutating func route(_ request: SandboxRequest) -> (response: SandboxResponse, provider: String) {
    guard let path = request.decodedPath else {
      let refusal = SandboxResponse.refusal(
        400, "malformed_path",
        "The path's percent-encoding is malformed. Encode each percent sign as %25, and check the others.")
      return (refusal, "sandbox")
    }
    let owner = owner(of: path)
    return (answer(request, owner, path), provider(owner))
  }

  private mutating func answer(_ request: SandboxRequest, _ owner: RouteOwner, _ path: String) -> SandboxResponse {
    switch owner {
    case .vendor(let index, let mount):
      return vendors[index].handle(request.mounted(at: mount, path: path), world: &world)
    case .identitySystem(let mount):
      return world.identity.handle(request.mounted(at: mount, path: path), context: world.identityContext)
    case .backend(let mount): return backend(request.mounted(at: mount, path: path))
    case .associations(let mount):
      guard request.method == "GET" else { return .notFound(request) }
      return world.associations.file(String(path.dropFirst(mount.count)), siteOrigins: world.siteOrigins)
        ?? .notFound(request)
    case .control(let mount): return control(request.mounted(at: mount, path: path))
    case .page: return page(request, path) ?? .notFound(request)
    case .nothing: return .notFound(request)
    }
  }

  /// Returns the query for the key set that must be fetched before a request can be handled; nil if none is needed.
  func keySetQuery(for request: SandboxRequest) -> KeySetQuery? {
    guard let path = request.decodedPath, case .vendor(let index, let mount) = owner(of: path) else { return nil }
    return vendors[index].keySetQuery(for: request.mounted(at: mount, path: path))
  }
}
