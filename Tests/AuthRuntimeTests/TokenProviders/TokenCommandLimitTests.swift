import AuthCore
import AuthRuntime
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A token command ends with all processes that it started, and cannot block its caller.
///
/// Each of these commands sleeps for 300 seconds unless it is ended: without the limit, the test exceeds its own.
@Suite(.timeLimit(.minutes(5))) struct TokenCommandLimitTests {
  private let request = TokenRequest(.appIdentity, providerID: "privy")

  private func command(_ script: String, limit: Duration = .seconds(250)) throws -> CommandTokenProvider {
    try CommandTokenProvider(["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], limit: limit)
  }

  /// Waits until the processes with the numbers in the file run, and returns the numbers.
  private func processes(_ count: Int, in path: String) async throws -> [pid_t] {
    while true {
      let numbers =
        (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").compactMap { pid_t($0) } ?? []
      if numbers.count == count { return numbers }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func ended(_ process: pid_t) async throws {
    while kill(process, 0) == 0, !isDefunct(process) { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Whether the process is a zombie, because its parent has not read its status yet.
  private func isDefunct(_ process: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") == true
  }

  @Test("L6: a cancelled command ends with its process group, and its turn passes to the next")
  func cancellation() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/pids"
    let provider = ReplaceableTokenProvider(
      try command(
        "[ -e '\(path)' ] && { echo token; exit; }; sleep 300 & echo $! >> '\(path)'; echo $$ >> '\(path)'; wait"))
    let asking = Task { try await provider.token(for: request) }
    let processes = try await processes(2, in: path)
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    for process in processes { try await ended(process) }
    #expect(try await provider.token(for: request) == Secret("token"))
  }

  @Test("L6: a command that ignores SIGTERM is killed, with the processes that it started")
  func stubborn() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/pids"
    let script =
      "trap '' TERM; (while :; do sleep 1; done) & echo $! >> '\(path)'; echo $$ >> '\(path)'; "
      + "while :; do sleep 1; done"
    let asking = Task { try await command(script).token(for: request) }
    let processes = try await processes(2, in: path)
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    for process in processes { try await ended(process) }
  }

  @Test("L6: a command cancelled before it begins is not waited for")
  func cancelledBefore() async throws {
    let provider = try command("sleep 300; echo token")
    let asking = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await provider.token(for: request)
    }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
  }

  @Test("L6: a command is killed at its deadline")
  func deadline() async throws {
    let provider = try command("sleep 300 & sleep 300; echo token", limit: .milliseconds(50))
    let error = await #expect(throws: AuthError.self) { try await provider.token(for: request) }
    #expect(error?.code == .timeout)
  }

  @Test("L6: a command that closes its output and hangs is killed at its deadline")
  func silent() async throws {
    let provider = try command("echo token; exec >&-; sleep 300", limit: .milliseconds(50))
    await #expect(throws: AuthError(.timeout, "")) { try await provider.token(for: request) }
  }

  @Test("L6: more output than a pipe holds is read", arguments: [65_536, 65_537, 1_000_000])
  func manyBytes(count: Int) async throws {
    let token = try await command("head -c \(count) /dev/zero | tr '\\0' a").token(for: request)
    #expect(token?.revealText().utf8.count == count)
  }

  @Test("L6: more output than any token has ends the command")
  func tooManyBytes() async throws {
    for script in ["head -c 3000000 /dev/zero; sleep 300", "yes", "head -c 1048577 /dev/zero"] {
      let error = await #expect(throws: AuthError.self) { try await command(script).token(for: request) }
      #expect(error?.code == .providerError)
    }
  }

  @Test("L6: a process that outlives its command may hold the pipe open")
  func grandchild() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/pid"
    let token = try await command("sleep 300 & echo $! > '\(path)'; echo token").token(for: request)
    #expect(token == Secret("token"))
    let process = try await processes(1, in: path)[0]
    #expect(kill(process, 0) == 0)
    kill(process, SIGKILL)
  }

  @Test("L6: a command's standard input is empty")
  func input() async throws {
    #expect(try await command("cat; echo token").token(for: request) == Secret("token"))
  }
}
