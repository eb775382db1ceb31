/// The purpose of a route. The class determines which pages of other origins may call the route, and whether its
/// requests are logged and subject to faults.
public enum RouteClass: Sendable {
  /// A vendor's route. The rule determines which pages of other origins may call it. A route without a rule serves an
  /// app's backend, which has a secret, or a page that users visit; scripts of other origins may not read its
  /// responses.
  case vendor(CrossOriginRule?)
  /// A route of the app's own backend. Pages on this machine may call it from any port: all count as the app's.
  case appBackend
  /// A route by which a test controls the sandbox.
  case control
  /// A web page for users.
  case page
  /// Every other route: the app's identity system, its association files, and unknown paths.
  case other

  /// The rule for pages of other origins; nil if no such page may call the route.
  var crossOriginRule: CrossOriginRule? {
    switch self {
    case .vendor(let rule): rule
    case .appBackend: .appBackend
    case .control, .page, .other: nil
    }
  }

  /// Whether requests are logged and subject to faults. A fault on `/` must not block the request that removes the
  /// fault, and reading the log must not change the log.
  var isWatched: Bool {
    switch self {
    case .vendor, .appBackend, .other: true
    case .control, .page: false
    }
  }
}
