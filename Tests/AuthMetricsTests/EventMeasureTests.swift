import AuthCore
import AuthMetrics
import Testing

@Suite struct EventMeasureTests {
  private static let session = SessionID("s1")

  private func count(_ name: String, _ dimensions: (String, String)...) -> EventMeasure {
    EventMeasure(label: "latchkey." + name, dimensions: dimensions, kind: .count)
  }

  @Test func everyEventIsMeasured() {
    let url = "https://a.example:8443/users/jane"
    let table: [(AuthEvent, [EventMeasure])] = [
      (
        .flowStarted(provider: "p", purpose: "signin"),
        [count("flows.started", ("provider", "p"), ("purpose", "signin"))]
      ),
      (
        .promptShown(provider: "p", prompt: "enterCode"), [count("prompts", ("provider", "p"), ("prompt", "enterCode"))]
      ),
      (.flowEnded(provider: "p", error: nil), [count("flows.ended", ("provider", "p"), ("outcome", "ok"))]),
      (
        .flowEnded(provider: "p", error: AuthError(.invalidCode, "")),
        [count("flows.ended", ("provider", "p"), ("outcome", "invalid_code"))]
      ),
      (
        .request(RequestEvent(method: "GET", url: url, status: 204, duration: .milliseconds(3), error: nil)),
        [
          count("requests", ("method", "GET"), ("host", "a.example:8443"), ("outcome", "204")),
          EventMeasure(
            label: "latchkey.request.duration", dimensions: [("method", "GET"), ("host", "a.example:8443")],
            kind: .time(.milliseconds(3))),
        ]
      ),
      (
        .request(RequestEvent(method: "GET", url: "", status: nil, duration: .zero, error: .timeout)),
        [
          count("requests", ("method", "GET"), ("host", "unknown"), ("outcome", "timeout")),
          EventMeasure(
            label: "latchkey.request.duration", dimensions: [("method", "GET"), ("host", "unknown")],
            kind: .time(.zero)),
        ]
      ),
      (.retry(url: url, attempt: 1, after: .zero), [count("retries", ("host", "a.example:8443"))]),
      (.refreshStarted(provider: "p", session: Self.session), [count("refreshes.started", ("provider", "p"))]),
      (
        .refreshEnded(provider: "p", session: Self.session, error: AuthError(.network, "")),
        [count("refreshes.ended", ("provider", "p"), ("outcome", "network"))]
      ),
      (
        .sessionExpiring(provider: "p", session: Self.session, in: .zero),
        [count("sessions.expiring", ("provider", "p"))]
      ),
      (
        .clockSkew(provider: "p", behind: .zero, isCorrected: false),
        [count("clock_skews", ("provider", "p"), ("corrected", "false"))]
      ),
      (
        .sessionEnded(provider: "p", session: Self.session, reason: .requested),
        [count("sessions.ended", ("provider", "p"), ("reason", "requested"))]
      ),
      (
        .store(operation: "save", provider: "p", error: nil),
        [count("store.operations", ("provider", "p"), ("operation", "save"), ("outcome", "ok"))]
      ),
      (.step(provider: "p", name: "token_fetch"), [count("steps", ("provider", "p"), ("name", "token_fetch"))]),
    ]
    for (event, expected) in table { #expect(EventMeasure.measures(of: event) == expected, "\(event)") }
  }
}
