import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child process whose output is read.
///
/// The child leads a separate process group, so that it can be ended together with its children. Its standard input is
/// empty or the given bytes, and never the terminal: a process outside the terminal's foreground group is stopped when
/// it reads the terminal.
package enum Subprocess {
  /// The result of a child process.
  package enum Outcome: Sendable, Equatable {
    case notStarted(String)
    case ended(status: Int32, output: [UInt8])
    /// The child wrote more than `outputLimit` bytes, and was killed.
    case tooMuchOutput
    /// The child ran longer than its time limit, and was killed.
    case timedOut
    /// The caller was cancelled, and the child was killed.
    case cancelled
  }

  /// The limit of the output, in bytes.
  package static let outputLimit = 1 << 20

  /// Runs a program and waits for its end, but not for the end of its children.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - environment: the variables that the program gets.
  ///   - limit: how long the program may run; nil for no limit.
  package static func run(_ words: [String], environment: [String: String], limit: Duration? = nil) async -> Outcome {
    guard let bell = ChildBell() else { return .notStarted("no pipe") }
    return await withTaskCancellationHandler {
      await BlockingThread.run { runBlocking(words, environment: environment, limit: limit, bell: bell) }
        ?? .notStarted("no thread")
    } onCancel: {
      bell.ring(.cancelled)
    }
  }

  /// Runs a program as `run` does, but blocks the calling thread.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - environment: the variables that the program gets.
  ///   - limit: how long the program may run; nil for no limit.
  ///   - input: the content of the program's standard input; at most `inputLimit` bytes.
  static func runBlocking(
    _ words: [String], environment: [String: String], limit: Duration?, input: [UInt8]
  ) -> Outcome {
    guard let bell = ChildBell() else { return .notStarted("no pipe") }
    return runBlocking(words, environment: environment, limit: limit, bell: bell, input: input)
  }

  /// The limit of the input, in bytes. A pipe holds this many bytes before the program reads any, so writing the input
  /// does not block.
  static let inputLimit = 16_384

  private static func runBlocking(
    _ words: [String], environment: [String: String], limit: Duration?, bell: ChildBell, input: [UInt8]? = nil
  ) -> Outcome {
    guard input.map({ $0.count <= inputLimit }) ?? true else {
      return .notStarted("its input has more than \(inputLimit) bytes")
    }
    let source = input.map { filledPipe($0) } ?? open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard source != -1 else { return .notStarted("its input cannot be opened") }
    defer { close(source) }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .notStarted("no pipe") }
    defer { close(ends[0]) }
    // Another child that is started at the same time must inherit neither end of the pipe.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    // A blocking read could wait for another process that keeps the pipe open after the child has ended.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let (child, failure) = start(
      words, environment: environment, descriptors: [(ends[1], 1), (source, 0)], leadsGroup: true)
    close(ends[1])
    guard failure == 0 else { return .notStarted(String(cString: strerror(failure))) }
    var watch = ChildWatch(child: child, output: ends[0], bell: bell, limit: limit)
    return watch.run()
  }

  /// Returns the end of a pipe from which `input` can be read; -1 if the system does not create or fill the pipe.
  private static func filledPipe(_ input: [UInt8]) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let written = write(ends[1], input, input.count)
    close(ends[1])
    guard written == input.count else {
      close(ends[0])
      return -1
    }
    return ends[0]
  }
}
