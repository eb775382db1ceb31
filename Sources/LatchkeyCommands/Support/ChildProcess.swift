import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that runs in the foreground of this process's terminal, with the same standard input and output.
enum ChildProcess {
  /// Runs a program until its end, and returns its exit status, or 128 plus the number of the signal that ended it.
  ///
  /// The terminal sends Ctrl-C to both processes, and the child decides what it means. SIGTERM and SIGHUP are passed on
  /// to the child.
  ///
  /// - Parameters:
  ///   - words: the program, which is looked up in `PATH` unless it contains a slash, and its arguments.
  ///   - environment: the variables that the program gets.
  ///   - descriptor: a descriptor that the program inherits under the same number.
  /// - Throws: `invalid_request` if the system does not start the program; `internal` if no thread can wait for it.
  static func run(
    _ words: [String], environment: [String: String], keeping descriptor: Int32
  ) async throws(AuthError) -> Int32 {
    let (child, failure) = start(words, environment, descriptor)
    guard failure == 0 else { throw Executable.cannotRun(words[0], failure) }
    var status: Int32?
    if Interrupt.pass(to: child) {
      status = await BlockingThread.run {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 && errno == EINTR {}
        return status
      }
    }
    guard let status else {
      kill(child, SIGTERM)
      throw AuthError(.internalError, "The system could not create a thread for the program, which was ended.")
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ descriptor: Int32
  ) -> (child: pid_t, failure: Int32) {
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
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores SIGPIPE, and an ignored signal stays ignored in the child.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // The threads of Swift's pool block signals, and a child inherits the mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup($0.key + "=" + $0.value) }
    defer { for text in arguments + variables { free(text) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, words[0], &actions, &attributes, arguments + [nil], variables + [nil])
    return (child, failure)
  }
}
