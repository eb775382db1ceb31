#if os(Android)
  import Android

  extension Subprocess {
    /// Starts nothing, because an app on Android may run only the programs of its own package, and these have no
    /// commands for tokens or keys.
    ///
    /// - Returns: 0, and the error number ENOSYS.
    package static func start(
      _ words: [String], environment: [String: String], descriptors: [(own: Int32, inherited: Int32)], leadsGroup: Bool,
      leadsSession: Bool = false
    ) -> (child: Int32, failure: Int32) {
      (0, ENOSYS)
    }
  }
#endif
