public import FuzzTargets

extension FuzzTarget {
  /// What reads requests: the sandbox, connections, and an app's backend.
  public static let servers: [FuzzTarget] = [.appSessions, .connections, .sandbox]
}
