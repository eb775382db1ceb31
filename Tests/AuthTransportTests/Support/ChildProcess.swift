#if canImport(Glibc)
  import Glibc

  /// A process that a test starts and ends: `sh` with a script, whose output the test reads.
  final class ChildProcess {
    private let pid: pid_t
    private let output: Int32
    private var buffer: [UInt8] = []

    init(_ script: String) throws {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw ServerFailure(call: "pipe", code: errno) }
      // If a child of another test inherited this pipe, the test would not read its end.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      defer { posix_spawn_file_actions_destroy(&actions) }
      let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
      defer { for argument in arguments { free(argument) } }
      var started: pid_t = 0
      let failure = posix_spawn(&started, "/bin/sh", &actions, nil, arguments, environ)
      close(ends[1])
      guard failure == 0 else {
        close(ends[0])
        throw ServerFailure(call: "posix_spawn", code: failure)
      }
      pid = started
      output = ends[0]
    }

    /// Returns the next line of output; nil at the end.
    func line() -> String? {
      while true {
        if let end = buffer.firstIndex(of: 0x0A) {
          let line = String(decoding: buffer[..<end], as: UTF8.self)
          buffer.removeFirst(end + 1)
          return line
        }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(output, &chunk, chunk.count)
        guard count > 0 else { return nil }
        buffer += chunk[..<count]
      }
    }

    /// Waits for the end of the process, or kills it; returns its exit status.
    ///
    /// Uses SIGKILL, which cannot be blocked: the threads that run Swift tasks block other signals, and children
    /// inherit the blocked signals.
    @discardableResult
    func end(killing: Bool = true) -> Int32 {
      if killing { kill(pid, SIGKILL) }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      close(output)
      return status >> 8 & 0xFF
    }

    /// Runs a script to its end; returns the lines of its output.
    static func lines(_ script: String) throws -> [String] {
      let process = try ChildProcess(script)
      var lines: [String] = []
      while let line = process.line() { lines.append(line) }
      let status = process.end(killing: false)
      guard status == 0 else { throw ServerFailure(call: "sh: \(script)", code: status) }
      return lines
    }
  }
#endif
