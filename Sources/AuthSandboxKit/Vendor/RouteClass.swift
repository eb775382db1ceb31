/// The purpose of a route. Its class alone decides which pages of other origins may call it, and whether its requests
/// are logged and subject to faults.
public enum RouteClass: Sendable {
  /// A vendor's route. A client in a browser calls it by the rule. Without a rule it is for an app's backend, which has
  /// a secret, or a page that users visit, and no script of another origin may read it.
  case vendor(CrossOriginRule?)
  /// The app's own backend, which the app's pages on this machine call, from any port.
  case appBackend
  /// A route by which a test controls the sandbox.
  case control
  /// A web page for users.
  case page
  /// Every other route: the app's identity system, its association files, and unknown paths.
  case other

  /// The rule for pages of other origins; nil allows none.
  var crossOriginRule: CrossOriginRule? {
    switch self {
    case .vendor(let rule): rule
    case .appBackend: .appBackend
    case .control, .page, .other: nil
    }
  }

  /// Whether its requests are logged and subject to faults. A fault on `/` must not block the request that removes it,
  /// and reading the log must not change it.
  var isWatched: Bool {
    switch self {
    case .vendor, .appBackend, .other: true
    case .control, .page: false
    }
  }
}
