/// The owner of a path: the part of the sandbox that responds to requests for the path. The owner determines the
/// route's class and the name in the log.
enum RouteOwner: Sendable, Hashable {
  /// A vendor, by its index in `SandboxState.vendors`.
  case vendor(Int, mount: String)
  /// The app's own identity system.
  case identitySystem(mount: String)
  /// The routes of the app's backend that belong to no vendor.
  case backend(mount: String)
  /// The app's association files.
  case associations(mount: String)
  case control(mount: String)
  case page
  case nothing
}

extension SandboxState {
  /// Returns the owner of a decoded path. Among vendors, the longest mount wins.
  func owner(of path: String) -> RouteOwner {
    if let mount = Self.mount(in: ["/sandbox/idp"], of: path) { return .identitySystem(mount: mount) }
    if Self.isPage(path) { return .page }
    if let mount = Self.mount(in: ["/sandbox"], of: path) { return .control(mount: mount) }
    let candidates = vendors.indices.compactMap { index in
      Self.mount(in: vendors[index].mounts, of: path).map { (index: index, mount: $0) }
    }
    if let (index, mount) = candidates.max(by: { $0.mount.utf8.count < $1.mount.utf8.count }) {
      return .vendor(index, mount: mount)
    }
    if let mount = Self.mount(in: ["/.well-known"], of: path) { return .associations(mount: mount) }
    if let mount = Self.mount(in: ["/backend"], of: path) { return .backend(mount: mount) }
    return .nothing
  }

  /// Returns the class of a request's route.
  func routeClass(of request: SandboxRequest) -> RouteClass {
    guard let path = request.decodedPath else { return .other }
    return switch owner(of: path) {
    case .vendor(let index, let mount):
      vendors[index].routeClass(of: request.mounted(at: mount, path: path), world: world)
    case .backend: .appBackend
    case .control: .control
    case .page: .page
    case .identitySystem, .associations, .nothing: .other
    }
  }

  /// Returns the owner's name in the log.
  func provider(_ owner: RouteOwner) -> String {
    switch owner {
    case .vendor(let index, let mount): mount.hasPrefix("/backend") ? "backend" : vendors[index].name
    case .identitySystem: "idp"
    case .backend: "backend"
    case .associations, .control, .page, .nothing: "sandbox"
    }
  }

  /// Returns the longest of `mounts` that equals `path` or is a parent of it.
  static func mount(in mounts: [String], of path: String) -> String? {
    mounts.filter { path == $0 || path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }
}

extension SandboxRequest {
  /// Returns the request with `mount` and the route below it.
  func mounted(at mount: String, path: String) -> SandboxRequest {
    var request = self
    request.mount = mount
    let rest = path.dropFirst(mount.count)
    request.route = rest.isEmpty ? "/" : String(rest)
    return request
  }
}
