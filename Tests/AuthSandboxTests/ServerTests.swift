import AuthCore
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sandbox over HTTP. The client is a plain socket, so that the tests check the bytes on the wire.
@Suite(.enabled(if: SandboxServer.isAvailable, "libmicrohttpd12 is not installed")) struct ServerTests {
  private func serve() throws -> (server: SandboxServer, wire: Wire) {
    let server = try SandboxServer(sandbox: Sandbox())
    return (server, Wire(port: server.port))
  }

  @Test func respondsAndKnowsItsAddress() async throws {
    let (server, wire) = try serve()
    #expect(server.sandbox.baseURL == "http://127.0.0.1:\(server.port)")
    let answer = try await wire.exchange(
      "GET /sandbox/descriptor HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n\r\n")
    #expect(answer.status == 200)
    #expect(answer.head.contains("\r\nContent-Type: application/json\r\n"))
    #expect(try JSONValue(parsing: answer.body) == server.sandbox.descriptor)
    await server.stop()
    await #expect(throws: Wire.Failure.self) { try await wire.exchange("GET / HTTP/1.1\r\n\(wire.host)\r\n\r\n") }
    let again = try SandboxServer(sandbox: server.sandbox, port: server.port)
    #expect(again.port == server.port)
    await again.stop()
  }

  @Test func receivesTheRawTargetAndTheRawBody() async throws {
    let (server, wire) = try serve()
    let body = "{\"advanceSeconds\":\t60}"
    let answer = try await wire.exchange(
      "POST /sandbox/%63lock?a=%20 HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n"
        + "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    #expect(try JSONValue(parsing: answer.body)["advancedSeconds"] == 60)
    _ = try await wire.exchange("GET /turnkey/%41?secret=1 HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n\r\n")
    #expect(server.sandbox.log().map { $0["path"] } == ["/turnkey/%41"])
    await server.stop()
  }

  /// Clients correct their countdowns with the `Date` header, so it must show the time of the sandbox's clock.
  @Test func dateIsThatOfTheSandboxsClock() async throws {
    let clock = FixedClock()
    let server = try SandboxServer(sandbox: Sandbox(clock: clock))
    let wire = Wire(port: server.port)
    let request = "GET /sandbox/outbox HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n\r\n"
    for seconds in [0, 3600, -7200] as [Double] {
      _ = server.sandbox.post("/sandbox/clock", ["advanceSeconds": .number(seconds)])
      let head = try await wire.exchange(request).head
      let dates = head.components(ofLines: "Date: ")
      #expect(dates == [HTTPDate.encode(server.sandbox.now)])
    }
    #expect(server.sandbox.now == clock.now().addingTimeInterval(-3600))
    await server.stop()
  }

  @Test func largeBodiesAreRefused() async throws {
    let (server, wire) = try serve()
    let size = SandboxServer.bodyLimit + 1
    let answer = try await wire.exchange(
      "POST /sandbox/clock HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\nContent-Length: \(size)\r\n\r\n"
        + String(repeating: " ", count: size))
    #expect(answer.status == 413)
    let ofAPage = try await wire.exchange(
      "POST /hawcx/v1/auth HTTP/1.1\r\n\(wire.host)\r\nOrigin: http://localhost:5173\r\nConnection: close\r\n"
        + "Content-Length: \(size)\r\n\r\n" + String(repeating: " ", count: size))
    #expect(ofAPage.status == 413)
    #expect(ofAPage.head.contains("\r\nAccess-Control-Allow-Origin: http://localhost:5173\r\n"))
    await server.stop()
  }

  @Test func faultsOnTheWire() async throws {
    let (server, wire) = try serve()
    let request = "GET /backend/me HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n\r\n"
    let whole = try await wire.exchange(request)
    #expect(whole.status == 401)
    func set(_ kind: String, _ value: JSONValue = nil) {
      _ = server.sandbox.post(
        "/sandbox/faults", ["match": "/backend", "kind": .string(kind), "value": value, "times": 1])
    }
    set("status", 503)
    #expect(try await wire.exchange(request).status == 503)
    set("drop")
    await #expect(throws: Wire.Failure.unanswered) { try await wire.exchange(request) }
    set("truncate")
    let half = try await wire.exchange(request)
    #expect(half.head.contains("\r\nContent-Length: \(whole.body.utf8.count)\r\n"))
    #expect(half.body.utf8.count == whole.body.utf8.count / 2)
    set("garbage")
    let rubbish = try await wire.exchange(request)
    #expect(throws: JSONError.self) { try JSONValue(parsing: rubbish.body) }
    set("delay", 300)
    let start = ContinuousClock.now
    #expect(try await wire.exchange(request).status == 401)
    #expect(start.duration(to: .now) >= .milliseconds(300))
    #expect(try await wire.exchange(request).status == 401)
    await server.stop()
  }

  @Test func stoppingReleasesHeldAnswers() async throws {
    let (server, wire) = try serve()
    // The response is held for an hour, so only stopping the server can release it within the time limit of a test.
    let fault: JSONValue = ["match": "/backend", "kind": "delay", "value": 3_600_000]
    #expect(server.sandbox.post("/sandbox/faults", fault).status == 200)
    async let answer = wire.exchange("GET /backend/me HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n\r\n").status
    while server.sandbox.log().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    await server.stop()
    #expect(try await answer == 401)
  }

  private func handshake(_ server: SandboxServer) throws -> String {
    let tenant = try #require(server.sandbox.descriptor["authsignal"]?["tenantId"]?.stringValue)
    return
      "GET /authsignal/ws-v1-challenge HTTP/1.1\r\n\(Wire(port: server.port).host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      + "Sec-WebSocket-Protocol: authsignal-ws, x.authsignal.tenant.\(tenant)\r\n\r\n"
  }

  /// Ping frames. Their mask is zero, so the bytes stay unchanged.
  private static func pings(_ count: Int, payload: Int) -> [UInt8] {
    let ping = [0x89, 0x80 | UInt8(payload), 0, 0, 0, 0] + [UInt8](repeating: 0, count: payload)
    return Array(repeatElement(ping, count: count).joined())
  }

  /// The client continues to send after the server's close frame and never sends a close frame.
  @Test func disconnectsAWebSocketClientThatIgnoresTheCloseFrame() async throws {
    let (server, wire) = try serve()
    async let isEnded = wire.insist(
      try handshake(server), again: Self.pings(1, payload: 0), pause: 20_000, for: 60)
    while server.sandbox.log().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(100))
    await server.stop()
    #expect(try await isEnded)
  }

  /// The client sends pings and reads none of the pongs.
  @Test func disconnectsAWebSocketClientThatDoesNotRead() async throws {
    let (server, wire) = try serve()
    #expect(
      try await wire.insist(try handshake(server), again: Self.pings(400, payload: 125), pause: 0, for: 60))
    await server.stop()
  }

  /// A judge tests with a real client. Here the frames arrive in the same packet as the handshake, and an open socket
  /// does not prevent the server from stopping.
  @Test func opensAndClosesAWebSocket() async throws {
    let (server, wire) = try serve()
    let handshake = try handshake(server)
    let message = #"{"type":"CREATE_CHALLENGE","data":{"challengeType":"QR_CODE","actionCode":"signIn"}}"#
    // A message and the client's close frame. The mask is zero, so the bytes stay unchanged.
    let frames =
      [0x81, 0x80 | UInt8(message.utf8.count), 0, 0, 0, 0] + Array(message.utf8) + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8]
    let answer = try await wire.exchange(Array(handshake.utf8) + frames)
    #expect(answer.status == 101)
    #expect(answer.head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    // The server returns the close frame and sends nothing after it.
    #expect(answer.body.utf8.count >= 4)
    #expect(server.sandbox.log().map { $0["status"] } == [101])
    async let open = wire.exchange(handshake)
    while server.sandbox.log().count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    await server.stop()
    // The server reports that it stops: over the socket or, if it stopped before the handshake, in the response.
    #expect(try await open.body.contains("stop"))
  }

  @Test func reportsAPortInUse() async throws {
    let (server, _) = try serve()
    // On the supported systems, SO_REUSEADDR does not let two listeners use the same port at the same time.
    #expect(throws: AuthError(.network, "")) { try SandboxServer(sandbox: Sandbox(), port: server.port) }
    await server.stop()
  }
}

extension String {
  /// The values of the field `name` in the lines of a response's head.
  fileprivate func components(ofLines name: String) -> [String] {
    split(separator: "\r\n").filter { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
  }
}
