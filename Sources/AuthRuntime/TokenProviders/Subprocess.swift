import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child process whose output is wanted.
package enum Subprocess {
  /// What became of it.
  package enum Outcome: Sendable {
    case notStarted(String)
    case ended(status: Int32, output: [UInt8])
  }

  /// The most output that is read.
  private static let limit = 1 << 20

  /// Runs a program and waits for its end.
  package static func run(_ words: [String], environment: [String: String]) async -> Outcome {
    await BlockingThread.run { runBlocking(words, environment: environment) } ?? .notStarted("no thread")
  }

  private static func runBlocking(_ words: [String], environment: [String: String]) -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .notStarted("no pipe") }
    defer { close(ends[0]) }
    // Neither end is for other children that may be started at the same time.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let (child, failure) = start(words, environment: environment, output: ends[1])
    close(ends[1])
    guard failure == 0 else { return .notStarted(String(cString: strerror(failure))) }
    let output = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    // The low seven bits are the signal that ended it, the next byte its exit status (POSIX `WEXITSTATUS`).
    return .ended(status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), output: output)
  }

  private static func start(
    _ words: [String], environment: [String: String], output: Int32
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
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // A child inherits the signals that this thread holds back, and could then not be asked to end.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup($0.key + "=" + $0.value) }
    defer { for text in arguments + variables { free(text) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, words[0], &actions, &attributes, arguments + [nil], variables + [nil])
    return (child, failure)
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while output.count < limit {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { output += buffer[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return output
  }
}
