import AuthCore
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The behaviour of the test doubles, on which other tests depend.
@Suite struct TestTransportTests {
  func request(_ method: String = "GET", _ path: String = "/a") throws -> TransportRequest {
    TransportRequest(method, try #require(URL(string: "https://example.com" + path)))
  }

  @Test func aScriptAnswersInOrderAndRefusesTheRest() async throws {
    let transport = ScriptedTransport([
      .json("GET", "/a", ["n": 1]), .failure("POST", "/b", AuthError(.timeout, "")),
      .json("POST", "/c", ["n": 3]) { $0.body == nil ? "there is no body" : nil },
    ])
    #expect(try await transport.send(try request()).json() == ["n": 1])
    await #expect(throws: AuthError(.timeout, "")) { try await transport.send(try request("POST", "/b")) }
    #expect(transport.remaining == 1)
    let error = await #expect(throws: AuthError.self) { try await transport.send(try request("POST", "/c")) }
    #expect(error?.code == .internalError && error?.message.contains("there is no body") == true)
    await #expect(throws: AuthError(.internalError, "")) { try await transport.send(try request()) }
    transport.expect(.json("GET", "/d", [:]))
    await #expect(throws: AuthError(.internalError, "")) { try await transport.send(try request("GET", "/e")) }
    #expect(transport.requests.map(\.url.path) == ["/a", "/b", "/c", "/a", "/e"])
  }

  @Test func faultsHitWhatTheyMatchAsOftenAsTheySay() async throws {
    let server = ScriptedTransport { (_) throws(AuthError) in .json(["ok": true]) }
    let transport = FaultyTransport(around: server, clock: ManualClock(advancesItself: true))
    transport.add(Fault(.dropRequest, times: 1, path: "/a"))
    await #expect(throws: AuthError(.network, "")) { try await transport.send(try request()) }
    #expect(server.requests.isEmpty)
    #expect(try await transport.send(try request()).isSuccess)
    transport.add(Fault(.dropAnswer, times: 1))
    await #expect(throws: AuthError(.network, "")) { try await transport.send(try request()) }
    #expect(server.requests.count == 2)
    transport.add(Fault(.status(503, headers: ["Retry-After": "1"]), times: 1, path: "/b"))
    #expect(try await transport.send(try request()).status == 200)
    #expect(try await transport.send(try request("GET", "/b")).headers["retry-after"] == "1")
    #expect(server.requests.count == 3)
    transport.add(Fault(.duplicate, times: 1))
    #expect(try await transport.send(try request()).isSuccess)
    #expect(server.requests.count == 5)
    transport.add(Fault(.garbage, times: 1))
    #expect((try? await transport.send(try request()).json()) == nil)
    transport.add(Fault(.truncate(3), times: 1))
    #expect(try await transport.send(try request()).body.count == 3)
    transport.add(Fault(.delay(.seconds(5)), times: 1))
    #expect(try await transport.send(try request()).isSuccess)
    transport.add(Fault(.fail(AuthError(.tls, ""))))
    for _ in 0..<3 { await #expect(throws: AuthError(.tls, "")) { try await transport.send(try request()) } }
    transport.heal()
    #expect(try await transport.send(try request()).isSuccess)
    #expect(transport.hits == 10)
  }

  @Test func anObserverKeepsWhatItHears() {
    let observer = RecordingObserver()
    observer.record(.step(provider: "a", name: "token_fetch"))
    observer.record(
      .request(RequestEvent(method: "GET", url: "https://a/b", status: 200, duration: .zero, error: nil)))
    #expect(observer.events.count == 2 && observer.requests.map(\.url) == ["https://a/b"])
    #expect(observer.dumpedText.contains("token_fetch"))
    observer.clear()
    #expect(observer.events.isEmpty)
  }
}
