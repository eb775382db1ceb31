import AuthCore
import AuthRuntime
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
    let (child, failure) = Subprocess.start(
      words, environment: environment, descriptors: [(descriptor, descriptor)], leadsGroup: false)
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
}
