import AuthCore
import AuthRuntime
import AuthTesting
import Testing

/// The transport's events and the client's are read in one place.
@Suite(.timeLimit(.minutes(5))) struct EventSourceTests {
  @Test func eventsIncludeTheTransportsRequests() async throws {
    let observer = RecordingObserver()
    let configuration = try AuthConfiguration(
      parsing: #"{"providers":{"turnkey":{}},"storage":{"sessions":"memory"}}"#.utf8)
    let services = try ClientServices.standard(for: configuration, observer: observer)
    let source = try #require(services.provider.observer as? AuthEventSource)
    var events = source.events.makeAsyncIterator()
    // Refused before anything is sent, and reported like any other request.
    _ = try? await services.provider.transport.send(TransportRequest("POST", "http://127.0.0.1:1/"))
    guard case .request(let request) = await events.next() else { Issue.record("no request"); return }
    #expect(request.url.hasPrefix("http://127.0.0.1:1/"))
    #expect(observer.requests.count >= 1)
  }

  /// A transport of the app is retried and observed as that of the system.
  @Test func eventsIncludeTheRequestsOfTheAppsTransport() async throws {
    let failing = Locked(true)
    let transport = ScriptedTransport { _ throws(AuthError) in
      let isFirst = failing.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return TransportResponse(status: isFirst ? 503 : 204, headers: ["Retry-After": "0"])
    }
    let observer = RecordingObserver()
    let configuration = try AuthConfiguration(
      parsing: #"{"providers":{"turnkey":{}},"storage":{"sessions":"memory"}}"#.utf8)
    let services = try ClientServices.standard(for: configuration, transport: transport, observer: observer)
    let response = try await services.provider.transport.send(
      TransportRequest("GET", "https://example.com/"))
    #expect(response.status == 204)
    #expect(transport.requests.count == 2)
    #expect(observer.requests.map(\.status) == [503, 204])
  }
}
