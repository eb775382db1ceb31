import AuthCore
import AuthTransport
import BackendServer
import FleetSigner
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fleet behind its server: sockets, many callers at once, and an orderly shutdown.
@Suite(.timeLimit(.minutes(3)), .enabled(if: SystemHTTP.isAvailable, "libcurl is not installed"))
struct FleetServerTests {
  private func request(_ server: HTTPServer, _ path: String, _ caller: FleetBench.Caller, _ body: [UInt8]) throws
    -> TransportRequest
  {
    TransportRequest(
      "POST", try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")),
      headers: ["Authorization": "Bearer \(caller.token)"], body: body)
  }

  @Test func stampsAndForwardsForManyCallersAtOnce() async throws {
    let bench = try await FleetBench(callers: 8)
    let server = try HTTPServer()
    server.start(answering: { bench.fleet.answer($0) })
    defer { server.stop() }
    let transport = try SystemHTTP.make()
    let good = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<32 {
        group.addTask {
          let caller = bench.callers[number % bench.callers.count]
          var good = 0
          for round in 0..<12 {
            let body = Array("\(number) \(round)".utf8)
            let stamped = try await transport.send(try request(server, "/stamp", caller, body))
            if try FleetBench.isStamp(stamped.headers["X-Stamp"], of: body, by: caller) { good += 1 }
            let forwarded = try await transport.send(
              try request(server, "/forward/public/v1/query/whoami", caller, FleetBench.whoAmI(caller)))
            if try forwarded.json()["organizationId"]?.stringValue == caller.organization { good += 1 }
          }
          return good
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(good == 32 * 12 * 2)
    #expect(bench.fleet.metrics.stampCount == 32 * 12 * 2)
    #expect(bench.lines.all.count == 32 * 12 * 2)
  }

  @Test func shutdownAnswersRequestsInProgress() async throws {
    let gate = Gate()
    let bench = try await FleetBench(callers: 1, transport: gate)
    let caller = bench.callers[0]
    let server = try HTTPServer()
    server.start(answering: { bench.fleet.answer($0) })
    let transport = try SystemHTTP.make()
    // This request leaves a connection open, on which no further request is sent.
    _ = try await transport.send(try request(server, "/stamp", caller, [1]))
    async let begun = transport.send(try request(server, "/forward/public/v1/query/whoami", caller, []))
    while gate.waiting < 1 { await Task.yield() }
    bench.fleet.end()
    server.stop()
    #expect(await server.drain(within: .milliseconds(20)) == false, "one request is in progress")
    gate.open()
    #expect(try await begun.status == 204)
    #expect(await server.drain(within: .seconds(60)))
    await #expect(throws: AuthError(.network, "")) {
      _ = try await transport.send(try request(server, "/stamp", caller, [1]))
    }
  }

  @Test func refusesConnectionsBeyondTheLimit() async throws {
    let gate = Gate()
    let bench = try await FleetBench(callers: 1, transport: gate)
    let caller = bench.callers[0]
    let server = try HTTPServer(connectionLimit: 1)
    server.start(answering: { bench.fleet.answer($0) })
    defer { server.stop() }
    let transport = try SystemHTTP.make()
    async let begun = transport.send(try request(server, "/forward/public/v1/query/whoami", caller, []))
    while gate.waiting < 1 { await Task.yield() }
    let refused = try await transport.send(try request(server, "/stamp", caller, [1]))
    #expect(refused.status == 503 && refused.headers["Retry-After"] == "1")
    gate.open()
    #expect(try await begun.status == 204)
  }
}

/// The system's own HTTP, which is loaded at run time.
enum SystemHTTP {
  static var isAvailable: Bool {
    do throws(AuthError) {
      _ = try make()
      return true
    } catch {
      return false
    }
  }

  static func make() throws(AuthError) -> any HTTPTransport { try SystemTransport.make() }
}
