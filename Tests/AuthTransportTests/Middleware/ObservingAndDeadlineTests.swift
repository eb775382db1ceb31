import AuthCore
import AuthTesting
import Testing

@testable import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ObservingAndDeadlineTests {
  @Test func eventsOfAnExchangeContainNoSecret() async throws {
    let canary = "canary-5f2c"
    let observer = RecordingObserver()
    let clock = ManualClock()
    let scripted = ScriptedTransport { request throws(AuthError) in
      clock.advance(by: .milliseconds(30))
      if request.method == "GET" { throw AuthError(.network, "gone") }
      return TransportResponse(status: 204, headers: ["Set-Cookie": canary], body: Array(canary.utf8))
    }
    let transport = scripted.wrapped(by: ObservingMiddleware(observer: observer, clock: clock))
    let url = try #require(URL(string: "https://api.example.com/v1/me?token=\(canary)#\(canary)"))
    _ = try await transport.send(
      TransportRequest("POST", url, headers: ["Authorization": canary], body: Array(canary.utf8)))
    await #expect(throws: AuthError(.network, "")) { try await transport.send(TransportRequest("GET", url)) }

    #expect(observer.requests.map(\.url) == Array(repeating: "https://api.example.com:443/v1/me", count: 2))
    #expect(observer.requests.map(\.status) == [204, nil])
    #expect(observer.requests.map(\.error) == [nil, .network])
    #expect(observer.requests.map(\.duration) == [.milliseconds(30), .milliseconds(30)])
    #expect(!observer.dumpedText.contains(canary))
  }

  @Test func hidesMalformedAddresses() throws {
    for (text, shown) in [
      ("http://127.0.0.1:81", "http://127.0.0.1:81/"), ("https://a.example?x=1", "https://a.example:443/"),
      ("https://[::1]:9/p;v#f", "https://[::1]:9/p;v"), ("https://user:pw@a.example/", "(no http URL)"),
      ("mailto:jane@example.com", "(no http URL)"),
    ] {
      #expect(RedactedURL.text(try #require(URL(string: text))) == shown)
    }
  }

  @Test func deadlineEndsASlowRequest() async throws {
    let clock = ManualClock()
    let inner = ManualClock()
    let scripted = ScriptedTransport { _ throws(AuthError) in
      do throws(CancellationError) { try await inner.sleep(for: .seconds(60)) } catch {
        throw AuthError(.cancelled, "cancelled")
      }
      return TransportResponse(status: 200)
    }
    let transport = scripted.wrapped(by: DeadlineMiddleware(.seconds(5), clock: clock))
    let request = TransportRequest("GET", try #require(URL(string: "https://a.example/")))
    let late = Task { try await transport.send(request) }
    await clock.waitForSleepers()
    await inner.waitForSleepers()
    clock.advance(by: .seconds(5))
    await #expect(throws: AuthError(.timeout, "")) { try await late.value }

    let early = Task { try await transport.send(request) }
    await inner.waitForSleepers()
    inner.advance(by: .seconds(60))
    #expect(try await early.value.status == 200)
  }
}
