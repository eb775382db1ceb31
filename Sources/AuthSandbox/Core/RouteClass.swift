/// What a route is for. By its class alone the sandbox decides which pages of other origins may call it, and whether a
/// request to it is logged and disturbed by faults.
package enum RouteClass: Sendable {
  /// A vendor's. A client in a browser calls it by the rule; without a rule it is for an app's backend, which has a
  /// secret, or a page that people visit, and no script of another origin reads it.
  case vendor(CrossOriginRule?)
  /// The app's own backend, which the app's own pages call from wherever they are served on this machine.
  case appBackend
  /// A route by which a test changes the world.
  case control
  /// A page for people.
  case page
  /// What none of these is: the app's identity system, its association files, and paths where nothing is.
  case other

  /// Which pages of other origins may call it, and how; nil: none.
  var crossOriginRule: CrossOriginRule? {
    switch self {
    case .vendor(let rule): rule
    case .appBackend: .appBackend
    case .control, .page, .other: nil
    }
  }

  /// Whether its requests are logged and faults disturb them. A fault on `/` must not shut out the one who would take
  /// it away, and looking at the log must not change it.
  var isWatched: Bool {
    switch self {
    case .vendor, .appBackend, .other: true
    case .control, .page: false
    }
  }
}
