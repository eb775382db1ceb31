#if !os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  extension Subprocess {
    /// Starts a program, which gets the default action of SIGPIPE and no blocked signal.
    ///
    /// - Parameters:
    ///   - words: the program, which is looked up in `PATH` unless it contains a slash, and its arguments.
    ///   - environment: the variables that the program gets.
    ///   - descriptors: descriptors of this process, and the number of each in the program. They are passed on although
    ///     they close at `exec`.
    ///   - leadsGroup: whether the program leads a separate process group, which the terminal's signals do not reach.
    ///   - leadsSession: whether the program leads a session without a terminal, which outlives that of this process
    ///     (setsid(2)). The leader of a session also leads a group.
    /// - Returns: the ID of the process, and 0; or the system's error number if it did not start the program.
    package static func start(
      _ words: [String], environment: [String: String], descriptors: [(own: Int32, inherited: Int32)], leadsGroup: Bool,
      leadsSession: Bool = false
    ) -> (child: Int32, failure: Int32) {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      // A duplicate under the same number is open in the child, although the original closes at `exec` (glibc 2.29).
      for (own, inherited) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, inherited) }
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // A process that ignores SIGPIPE, such as the command line, would pass that on to the child.
      var defaults = sigset_t()
      sigemptyset(&defaults)
      sigaddset(&defaults, SIGPIPE)
      posix_spawnattr_setsigdefault(&attributes, &defaults)
      // The threads of Swift's pool block signals, and a child inherits the mask: a blocked SIGTERM would not end it.
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setpgroup(&attributes, 0)
      #if canImport(Darwin)
        let session = POSIX_SPAWN_SETSID
      #else
        let session: Int32 = 0x80  // POSIX_SPAWN_SETSID of glibc and musl, which the headers show only to GNU programs
      #endif
      let group = leadsSession ? session : leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
      let arguments = words.map { strdup($0) }
      let variables = environment.map { strdup($0.key + "=" + $0.value) }
      defer { for text in arguments + variables { free(text) } }
      var child = pid_t()
      let failure = posix_spawnp(&child, words[0], &actions, &attributes, arguments + [nil], variables + [nil])
      return (child, failure)
    }
  }
#endif
