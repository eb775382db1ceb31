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
}
