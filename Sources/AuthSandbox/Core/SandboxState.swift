import AuthCore

/// Everything that a sandbox remembers. `Sandbox` guards it.
struct SandboxState: Sendable {
  var world: SandboxWorld
  var keyring: SandboxKeyring
  var vendors: [any SandboxVendor]
  var log = RequestLog()
  /// Exchanges with their bodies, while a test asks for them.
  var recording: Recording?
  var faults = FaultTable()
  var passkeys = SandboxPasskeys()
  var pageGuard = PageGuard()
  /// What an HTTPS server of the sandbox shows.
  var certificatePEM: String?

  init(
    clock: any AuthClock, random: any RandomSource, baseURL: String, keyring: SandboxKeyring
  ) throws(AuthError) {
    var keyring = keyring
    let identity = try IdentitySystem(keyring: &keyring, random: random)
    world = SandboxWorld(clock: clock, random: random, baseURL: baseURL, identity: identity)
    vendors = [
      try TurnkeyVendor(keyring: &keyring, random: random),
      try PrivyVendor(keyring: &keyring, random: random),
      try HawcxVendor(keyring: &keyring, random: random),
      try AuthsignalVendor(keyring: &keyring, random: random),
    ]
    self.keyring = keyring
    for index in vendors.indices { vendors[index].reset(world: &world) }
  }

  /// The keyring with the keys that were made since the start.
  var currentKeyring: SandboxKeyring {
    var keyring = keyring
    world.identity.write(to: &keyring)
    for vendor in vendors { vendor.write(to: &keyring) }
    return keyring
  }

  mutating func prepareVendorKeys() throws(AuthError) {
    for index in vendors.indices { try vendors[index].prepareKeys() }
  }

  /// The answer, and whose it is: a vendor's name, or `backend`, `idp`, `sandbox`.
  mutating func route(_ request: SandboxRequest) -> (response: SandboxResponse, provider: String) {
    guard let path = request.decodedPath else {
      return (.refusal(400, "malformed_path", "The path's percent-encoding is malformed."), "sandbox")
    }
    if let mount = Self.mount(in: ["/sandbox/idp"], of: path) {
      return (world.identity.handle(request.mounted(at: mount, path: path), context: world.identityContext), "idp")
    }
    if let page = page(request, path) { return (page, "sandbox") }
    if let mount = Self.mount(in: ["/sandbox"], of: path) {
      return (control(request.mounted(at: mount, path: path)), "sandbox")
    }
    if let (index, mount) = vendor(of: path) {
      let response = vendors[index].handle(request.mounted(at: mount, path: path), world: &world)
      return (response, mount.hasPrefix("/backend") ? "backend" : vendors[index].name)
    }
    if let mount = Self.mount(in: ["/.well-known"], of: path), request.method == "GET",
      let file = passkeys.associations.file(
        String(path.dropFirst(mount.count)), relyingPartyOrigins: world.relyingPartyOrigins)
    {
      return (file, "sandbox")
    }
    if let mount = Self.mount(in: ["/backend"], of: path) {
      return (backend(request.mounted(at: mount, path: path)), "backend")
    }
    return (.notFound(request), "sandbox")
  }

  /// The key set that must be there before a request can be answered.
  func keySetQuery(for request: SandboxRequest) -> KeySetQuery? {
    guard let path = request.decodedPath, let (index, mount) = vendor(of: path) else { return nil }
    return vendors[index].keySetQuery(for: request.mounted(at: mount, path: path))
  }

  /// The vendor whose longest mount takes the path.
  private func vendor(of path: String) -> (index: Int, mount: String)? {
    let candidates = vendors.indices.compactMap { index in
      Self.mount(in: vendors[index].mounts, of: path).map { (index: index, mount: $0) }
    }
    return candidates.max { $0.mount.utf8.count < $1.mount.utf8.count }
  }

  /// The longest of `mounts` that is `path` or a folder above it.
  static func mount(in mounts: [String], of path: String) -> String? {
    mounts.filter { path == $0 || path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }
}

extension SandboxRequest {
  /// The request as the owner of `mount` sees it.
  func mounted(at mount: String, path: String) -> SandboxRequest {
    var request = self
    request.mount = mount
    let rest = path.dropFirst(mount.count)
    request.route = rest.isEmpty ? "/" : String(rest)
    return request
  }
}
