import AuthCore
import Testing

@testable import BackendServer

/// Time limits, the limit of connections, deferred responses, and the end of a server.
@Suite(.timeLimit(.minutes(2)))
struct ServerLifeTests {
  private static let get = "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func slowClientsAreDisconnected() async throws {
    let server = try echoServer(limits: ServerLimits(patience: .milliseconds(50)))
    defer { server.stop() }
    for begun in ["", "G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbod"] {
      let client = try LoopbackConnection(port: server.port)
      client.write(begun)
      #expect(await client.everything() == "", "\(begun)")
    }
    // The time begins again after a response, and a client that then sends nothing is also disconnected.
    let client = try LoopbackConnection(port: server.port)
    client.write(Self.get)
    #expect(await client.everything().statuses == ["200"])
  }

  @Test func aByteNowAndThenDoesNotExtendTheTime() async throws {
    let server = try echoServer(limits: ServerLimits(patience: .milliseconds(200)))
    defer { server.stop() }
    let client = try LoopbackConnection(port: server.port)
    client.write("GET / HTTP/1.1\r\nX: ")
    // Ends when the server has closed the connection; otherwise the time limit of the suite ends it.
    while await client.writeAll([0x78]) { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func aBackendMayTakeItsTime() async throws {
    let gate = Gate()
    let server = try HTTPServer(limits: ServerLimits(patience: .milliseconds(50)))
    server.start { _ in
      await gate.pass()
      return .ok(["late": true])
    }
    defer { server.stop() }
    let client = try LoopbackConnection(port: server.port)
    client.write(Self.get)
    while gate.waiting < 1 { await Task.yield() }
    try await Task.sleep(for: .milliseconds(200))
    gate.open()
    #expect(await client.everything().contains(#"{"late":true}"#))
  }

  @Test func refusesConnectionsBeyondTheLimit() async throws {
    let server = try echoServer(limits: ServerLimits(connections: 1))
    defer { server.stop() }
    var first: LoopbackConnection? = try LoopbackConnection(port: server.port)
    first?.write(Self.get)
    #expect(await first?.text(until: "}").statuses == ["200"])
    let second = try LoopbackConnection(port: server.port)
    second.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody")
    let refusal = await second.everything()
    #expect(refusal.statuses == ["503"] && refusal.contains("\r\nRetry-After: 1\r\n"))
    #expect(server.connectionCount == 1)
    first = nil
    while server.connectionCount > 0 { await Task.yield() }
    let third = try LoopbackConnection(port: server.port)
    third.write(Self.get)
    #expect(await third.text(until: "}").statuses == ["200"])
  }

  @Test func manyDeferredResponsesAtOnce() async throws {
    let gate = Gate()
    let server = try HTTPServer()
    server.start { request in
      await gate.pass()
      return .ok(["path": .string(request.path)])
    }
    defer { server.stop() }
    let clients = try (0..<64).map { _ in try LoopbackConnection(port: server.port) }
    for (number, client) in clients.enumerated() {
      client.write("GET /\(number) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    }
    while gate.waiting < clients.count { await Task.yield() }
    #expect(server.connectionCount == clients.count)
    gate.open()
    for (number, client) in clients.enumerated() {
      #expect(await client.everything().contains("{\"path\":\"/\(number)\"}"))
    }
  }

  @Test func theStopAnswersRequestsInProgress() async throws {
    let gate = Gate()
    let server = try HTTPServer()
    let end = Guarded(false)
    DetachedThread.start {
      server.run { request in
        if request.path == "/wait" { await gate.pass() }
        return .ok(["path": .string(request.path)])
      }
      end.change { $0 = true }
    }
    let idle = try LoopbackConnection(port: server.port)
    idle.write(Self.get)
    #expect(await idle.text(until: "}").statuses == ["200"])
    let busy = try LoopbackConnection(port: server.port)
    busy.write("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
    while gate.waiting < 1 { await Task.yield() }
    server.stop()
    server.stop()
    #expect(await idle.everything() == "", "an idle connection is closed")
    #expect(await server.drain(within: .milliseconds(20)) == false, "one request is in progress")
    #expect(throws: LoopbackConnection.NotReached.self) { try LoopbackConnection(port: server.port) }
    #expect(end.withLock { $0 } == false)
    gate.open()
    let answer = await busy.everything()
    #expect(answer.contains(#"{"path":"/wait"}"#) && answer.contains("\r\nConnection: close\r\n"))
    #expect(await server.drain(within: .seconds(60)))
    while !end.withLock({ $0 }) { await Task.yield() }
    // The port is free.
    try HTTPServer(port: server.port).stop()
  }

  @Test func requestsWaitUntilTheServerRuns() async throws {
    let server = try HTTPServer()
    let client = try LoopbackConnection(port: server.port)
    client.write(Self.get)
    server.start(answering: { _ in .ready(.ok(["runs": true])) })
    #expect(await client.text(until: "}").contains(#"{"runs":true}"#))
    server.stop()
    // A server that never runs closes its connections when it stops.
    let other = try HTTPServer()
    let waiting = try LoopbackConnection(port: other.port)
    waiting.write(Self.get)
    while other.connectionCount < 1 { await Task.yield() }
    other.stop()
    #expect(await waiting.everything() == "")
    other.run(answering: { _ in .ready(.ok([:])) })
  }

  @Test func saysWhyItCannotStart() throws {
    let server = try HTTPServer()
    defer { server.stop() }
    #expect(throws: HTTPServer.Failure.self) { try HTTPServer(port: server.port) }
    #expect(throws: HTTPServer.Failure.self) { try HTTPServer(address: "localhost") }
    #expect(throws: HTTPServer.Failure.self) { try HTTPServer(address: "192.0.2.1") }
  }

  @Test func aHeaderCannotAddAnotherOne() async throws {
    let server = try HTTPServer()
    server.start(answering: { _ in
      .ready(BackendResponse(status: 200, body: [:], headers: ["X-Good": "1", "X-Bad": "a\r\nX-Added: b"]))
    })
    defer { server.stop() }
    let client = try LoopbackConnection(port: server.port)
    client.write("GET / HTTP/1.0\r\n\r\n")
    let answer = await client.everything()
    #expect(answer.contains("\r\nX-Good: 1\r\n") && !answer.contains("X-Added"))
    #expect(answer.components(between: "Cache-Control: ", and: "\r\n") == ["no-store"])
  }
}
