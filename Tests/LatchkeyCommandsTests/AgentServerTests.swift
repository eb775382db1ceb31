import AuthCore
import AuthStorage
import Testing

@testable import LatchkeyCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server's loop, with real sockets and a service that is made up.
@Suite struct AgentServerTests {
  /// A server in a directory of its own, which answers each line with the same line.
  private final class Running: Sendable {
    let place: AgentPlace
    let directory: AgentDirectory
    let inbox: AgentInbox
    private let root: String
    private let done: Task<Void, Never>

    init(_ limits: AgentLimits = AgentLimits(), user: UInt32 = geteuid()) throws {
      var template = Array("/tmp/latchkey-agent-XXXXXX".utf8CString)
      _ = try #require(mkdtemp(&template))
      root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      place = try AgentPlace(
        of: AgentPlace.Subject(
          configurationPath: root, sessions: "file", storageDirectory: root, provider: nil, profile: nil),
        runtimeDirectory: root)
      let directory = try AgentDirectory(place)
      self.directory = directory
      let inbox = try #require(AgentInbox())
      self.inbox = inbox
      let lock = try #require(try directory.lock())
      let (listener, number) = try directory.listen()
      let server = AgentServer(
        listener: listener, inbox: inbox, limits: limits, user: user, isInPlace: { directory.holds(number) }
      ) { line in
        switch String(decoding: line, as: UTF8.self) {
        case "stop": .reply(AgentInbox.Reply(line: Array("stopping\n".utf8), then: .stop))
        case "ping": .reply(AgentInbox.Reply(line: Array("pong\n".utf8)))
        case "give up": .task { AgentInbox.Reply(line: [], then: .giveUp) }
        case "hang": .task { await Running.hang() }
        default: .task { AgentInbox.Reply(line: line + [0x0A], isUse: true) }
        }
      }
      done = Task.detached {
        _ = await BlockingThread.run {
          var server = server
          server.run { directory.remove() }
        }
        withExtendedLifetime(lock) {}
      }
    }

    /// Replies after the server has cancelled the request.
    private static func hang() async -> AgentInbox.Reply {
      while !Task.isCancelled { await Task.yield() }
      return AgentInbox.Reply(line: Array("cancelled\n".utf8))
    }

    func ask(_ line: String, _ socket: UnixSocket) async throws -> String? {
      try await AgentExchange.send(Array(line.utf8), over: socket, within: .seconds(300))
        .map { String(decoding: $0, as: UTF8.self) }
    }

    func connection() throws -> UnixSocket { try #require(try directory.connect()) }

    /// Waits for the server's end, and removes the directory.
    func ended() async {
      await done.value
      for name in [place.socketName, place.lockName] { unlink(place.directory + "/" + name) }
      rmdir(place.directory)
      rmdir(root)
    }
  }

  @Test func manyClientsAreServedAtTheSameTime() async throws {
    let running = try Running()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<20 {
        group.addTask {
          let socket = try running.connection()
          defer { socket.close() }
          for index in 0..<20 { #expect(try await running.ask("\(client) \(index)", socket) == "\(client) \(index)") }
        }
      }
      try await group.waitForAll()
    }
    running.inbox.report(.stop)
    await running.ended()
    #expect(try running.directory.connect() == nil)
  }

  @Test func aStopIsAnsweredAndRemovesTheSocket() async throws {
    let running = try Running()
    let socket = try running.connection()
    #expect(try await running.ask("stop", socket) == "stopping")
    #expect(try await running.ask("more", socket) == nil)
    socket.close()
    await running.ended()
    #expect(access(running.place.socketPath, F_OK) == -1)
  }

  @Test func anAgentThatGivesUpSendsNoAnswer() async throws {
    let running = try Running()
    let socket = try running.connection()
    #expect(try await running.ask("give up", socket) == nil)
    socket.close()
    await running.ended()
  }

  @Test func anotherUserIsRefused() async throws {
    let running = try Running(user: geteuid() &+ 1)
    let socket = try running.connection()
    #expect(try await running.ask("hello", socket) == nil)
    socket.close()
    running.inbox.report(.stop)
    await running.ended()
  }

  @Test func anIdleAgentEnds() async throws {
    var limits = AgentLimits()
    limits.idleTime = .milliseconds(200)
    let running = try Running(limits)
    await running.ended()
  }

  @Test func oneConnectionTooManyIsTold() async throws {
    var limits = AgentLimits()
    limits.connections = 2
    let running = try Running(limits)
    let open = [try running.connection(), try running.connection()]
    for socket in open { #expect(try await running.ask("a", socket) == "a") }
    let third = try running.connection()
    let answer = try #require(try await running.ask("a", third))
    #expect(throws: AuthError(.rateLimited, "")) { try AgentAnswer.read(Array(answer.utf8)) }
    third.close()
    // What needs no work is answered all the same.
    let fourth = try running.connection()
    #expect(try await running.ask("ping", fourth) == "pong")
    fourth.close()
    open[0].close()
    // The place is free as soon as the server has seen the end.
    var served: String?
    for _ in 0..<500 where served != "b" {
      let next = try running.connection()
      served = try await running.ask("b", next)
      next.close()
    }
    #expect(served == "b")
    running.inbox.report(.stop)
    open[1].close()
    await running.ended()
  }

  @Test func anAgentWhoseConnectionsAllHangEnds() async throws {
    var limits = AgentLimits()
    limits.connections = 2
    limits.endTime = .milliseconds(100)
    let running = try Running(limits)
    let open = [try running.connection(), try running.connection()]
    for socket in open { #expect(socket.sent(Array("hang\n".utf8)) == 5) }
    let socket = try running.connection()
    #expect(try await running.ask("stop", socket) == "stopping")
    await running.ended()
    for socket in open + [socket] {
      #expect(try await running.ask("more", socket) == nil)
      socket.close()
    }
  }

  @Test func theOtherEndIsAProcess() async throws {
    let running = try Running()
    let socket = try running.connection()
    #expect(socket.peer == UnixSocket.Peer(user: geteuid(), process: getpid()))
    socket.close()
    running.inbox.report(.stop)
    await running.ended()
  }

  @Test func aSlowLineEndsTheConnection() async throws {
    var limits = AgentLimits()
    limits.lineTime = .milliseconds(100)
    let running = try Running(limits)
    let socket = try running.connection()
    #expect(socket.sent(Array("unfinished".utf8)) == 10)
    var source = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    _ = await BlockingThread.run { [source] in
      var source = source
      return poll(&source, 1, 30_000)
    }
    source.revents = 0
    #expect(socket.received() == .closed)
    socket.close()
    running.inbox.report(.stop)
    await running.ended()
  }

  @Test func onlyASocketIsReplaced() async throws {
    let running = try Running()
    #expect(try running.directory.lock() == nil, "the server holds the lock")
    running.inbox.report(.stop)
    await running.ended()
    let again = try AgentDirectory(running.place)
    let lock = try #require(try again.lock())
    #expect(symlink("/dev/null", running.place.socketPath) == 0)
    #expect(throws: AuthError(.storePermissions, "")) { _ = try again.listen() }
    unlink(running.place.socketPath)
    // A stale socket: its owner has ended without removing it.
    let stale = try again.listen()
    stale.socket.close()
    #expect(try again.connect() == nil)
    let fresh = try again.listen()
    #expect(again.holds(fresh.number))
    try #require(try again.connect()).close()
    fresh.socket.close()
    again.remove()
    withExtendedLifetime(lock) {}
    #expect(chmod(running.place.directory, 0o755) == 0)
    #expect(throws: AuthError(.storePermissions, "")) { _ = try AgentDirectory(running.place) }
    unlink(running.place.directory + "/" + running.place.lockName)
    rmdir(running.place.directory)
    rmdir(running.place.base ?? "")
  }
}
