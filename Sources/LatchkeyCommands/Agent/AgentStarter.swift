import AuthCore
import AuthRuntime
import AuthStorage

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

/// Connects to the agent of a command line's configuration, and starts it if none runs.
struct AgentStarter: Sendable {
  let place: AgentPlace
  let directory: AgentDirectory
  private let invocation: Invocation
  private let subject: AgentPlace.Subject
  /// How long an agent may take until it accepts connections.
  private static let patience = Duration.seconds(30)
  private static let tick = Duration.milliseconds(20)

  init(_ invocation: Invocation) throws(AuthError) {
    self.invocation = invocation
    subject = try AgentPlace.Subject(invocation)
    place = try AgentPlace(of: subject, in: invocation.environment)
    directory = try AgentDirectory(place)
  }

  /// A connection to the running agent; nil if none runs.
  ///
  /// - Returns: the connection, and the answer of the request `ping`.
  func running() async throws(AuthError) -> (socket: UnixSocket, answer: JSONObject)? {
    guard let socket = try directory.connect() else { return nil }
    do throws(AuthError) {
      if let answer = try await ask("ping", socket) { return (socket, answer) }
    } catch {
      socket.close()
      throw error
    }
    socket.close()
    return nil
  }

  /// Asks a question without fields; nil if the agent closed the connection.
  func ask(_ request: String, _ socket: UnixSocket) async throws(AuthError) -> JSONObject? {
    let line: JSONValue = [
      "version": .integer(AgentRequest.version), "request": .string(request),
      "configuration": .string(place.configuration),
    ]
    let answer = try await AgentExchange.send(Array(line.serializedText.utf8), over: socket, within: .seconds(20))
    guard let answer else { return nil }
    return try AgentAnswer.read(answer)
  }

  /// A connection to an agent of this version. Starts an agent if none runs, and ends an agent of another version.
  ///
  /// - Throws: the error that the new agent reports; `timeout`; the errors of the directory.
  func connection() async throws(AuthError) -> UnixSocket {
    let deadline = ContinuousClock.now.advanced(by: Self.patience)
    while ContinuousClock.now < deadline {
      if let (socket, answer) = try await running() {
        if answer["latchkey"]?.stringValue == PackageVersion.current { return socket }
        _ = try await ask("stop", socket)
        socket.close()
      }
      // Of several processes that find no agent, one starts it.
      if let lock = try directory.startLock() {
        try await start()
        withExtendedLifetime(lock) {}
      } else {
        try await pause()
      }
    }
    throw AuthError(
      .timeout,
      "No agent accepted connections at \(place.socketPath) in time. Run 'latchkey agent run' to see why.")
  }

  /// Ends the agent, and waits for its end.
  ///
  /// - Returns: whether one ran.
  func stop() async throws(AuthError) -> Bool {
    guard let (socket, _) = try await running() else { return false }
    let process = socket.peer?.process
    _ = try await ask("stop", socket)
    socket.close()
    let deadline = ContinuousClock.now.advanced(by: Self.patience)
    while ContinuousClock.now < deadline {
      if try directory.lock() != nil { return true }
      // Another client may have started the next agent, which has the lock now.
      if let next = try directory.connect() {
        defer { next.close() }
        if next.peer?.process != process { return true }
      }
      try await pause()
    }
    throw AgentExchange.noAnswer(process)
  }

  private func pause() async throws(AuthError) {
    do throws(CancellationError) { try await SystemClock().sleep(for: Self.tick) } catch { throw .cancelled }
  }

  /// Starts `agent run` in its own session, and waits for the line with which it reports.
  private func start() async throws(AuthError) {
    guard try directory.connect().map({ $0.close() }) == nil else { return }
    guard let program = Executable.path else {
      throw AuthError(
        .internalError, "The path of this program cannot be determined. On Linux, check that /proc is mounted.")
    }
    var words = [program, "agent", "run", "--config", subject.configurationPath, "--ready", "3"]
    for name in ["provider", "profile", "idle"] {
      if let value = invocation.arguments.value(name) { words += ["--" + name, value] }
    }
    // The directory from which the first client was started must not decide what a relative path means.
    _ = FileManager.default.changeCurrentDirectoryPath(
      String(subject.configurationPath[..<(subject.configurationPath.lastIndex(of: "/") ?? "/".startIndex)]) + "/")
    let report = try await report(of: words)
    guard let error = report["error"] else { return }
    let code = AuthError.Code(rawValue: error["code"]?.stringValue ?? "internal")
    // Another agent was started at the same time, and serves the clients.
    if code == .invalidState { return try await pause() }
    throw AuthError(code, error["message"]?.stringValue ?? "The agent did not start.")
  }

  private func report(of words: [String]) async throws(AuthError) -> JSONObject {
    closeAtExec()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.noResources }
    defer { close(ends[0]) }
    // High numbers cannot collide with those that the program gets.
    let (input, null) = (fcntl(ends[1], F_DUPFD_CLOEXEC, 10), open("/dev/null", O_RDWR | O_CLOEXEC))
    let source = fcntl(null, F_DUPFD_CLOEXEC, 10)
    for end in [ends[1], null] where end >= 0 { close(end) }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    defer { for end in [input, source] where end >= 0 { close(end) } }
    guard input >= 0, source >= 0 else { throw Self.noResources }
    let (_, failure) = Subprocess.start(
      words, environment: invocation.environment,
      descriptors: [(source, 0), (source, 1), (source, 2), (input, 3)], leadsGroup: false, leadsSession: true)
    guard failure == 0 else { throw Executable.cannotRun(words[0], failure) }
    close(input)
    let output = ends[0]
    let line = await BlockingThread.run { Self.line(from: output, within: Self.patience) } ?? []
    guard let report = try? JSONValue(parsing: line).objectValue else {
      throw AuthError(
        .internalError, "The agent ended before it accepted connections. Run 'latchkey agent run' to see why.")
    }
    return report
  }

  /// Marks all descriptors but the standard ones, so that the agent does not keep what the caller's program has open,
  /// such as a lock of a shell script.
  private func closeAtExec() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    for number in names.compactMap({ Int32($0) }) where number > 2 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// The first line from a pipe, or what arrived before its end or the time limit. Blocks the calling thread.
  private static func line(from pipe: Int32, within limit: Duration) -> [UInt8] {
    let deadline = ContinuousClock.now.advanced(by: limit)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !bytes.contains(0x0A), bytes.count < 65_536 {
      let rest = ContinuousClock.now.duration(to: deadline)
      var source = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard rest > .zero, poll(&source, 1, Int32(rest.components.seconds * 1000 + 1)) >= 0 || errno == EINTR else {
        break
      }
      guard source.revents != 0 else { continue }
      let count = read(pipe, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static let noResources = AuthError(
    .internalError, "The system did not create a pipe for the agent. Check the limit of open files.")
}
