import AuthCore
import AuthLogging
import Testing

@Suite struct EventRecordTests {
  private static let session = SessionID("s1")
  private static let refused = AuthError(
    .invalidCode, "CANARY message", fieldErrors: [AuthError.FieldError(field: "CANARY", message: "CANARY")],
    traceID: "t-1", vendorCode: "E_CODE", underlying: "CANARY below")

  @Test func everyEventHasALine() {
    let table: [(AuthEvent, EventRecord.Level, String, [String: String])] = [
      (.flowStarted(provider: "p", purpose: "signin"), .info, "flow started", ["provider": "p", "purpose": "signin"]),
      (
        .promptShown(provider: "p", prompt: "enterCode"), .debug, "prompt shown",
        ["provider": "p", "prompt": "enterCode"]
      ),
      (.flowEnded(provider: "p", error: nil), .info, "flow ended", ["provider": "p"]),
      (
        .flowEnded(provider: "p", error: Self.refused), .notice, "flow ended",
        ["provider": "p", "error": "invalid_code", "vendor_code": "E_CODE", "trace_id": "t-1"]
      ),
      (
        .request(
          RequestEvent(method: "POST", url: "https://a.example/x", status: 200, duration: .milliseconds(12), error: nil)
        ),
        .debug, "request", ["method": "POST", "url": "https://a.example/x", "status": "200", "duration_ms": "12"]
      ),
      (
        .request(RequestEvent(method: "GET", url: "https://a.example/x", status: 503, duration: .zero, error: nil)),
        .warning, "request", ["method": "GET", "url": "https://a.example/x", "status": "503", "duration_ms": "0"]
      ),
      (
        .request(
          RequestEvent(method: "GET", url: "https://a.example/x", status: nil, duration: .seconds(1), error: .network)),
        .warning, "request", ["method": "GET", "url": "https://a.example/x", "error": "network", "duration_ms": "1000"]
      ),
      (
        .retry(url: "https://a.example/x", attempt: 2, after: .milliseconds(250)), .notice, "request retried",
        ["url": "https://a.example/x", "attempt": "2", "after_ms": "250"]
      ),
      (
        .refreshStarted(provider: "p", session: Self.session), .debug, "refresh started",
        ["provider": "p", "session": "s1"]
      ),
      (
        .refreshEnded(provider: "p", session: Self.session, error: AuthError(.network, "")), .warning, "refresh ended",
        ["provider": "p", "session": "s1", "error": "network"]
      ),
      (
        .sessionExpiring(provider: "p", session: Self.session, in: .seconds(30)), .notice, "session expiring",
        ["provider": "p", "session": "s1", "in_ms": "30000"]
      ),
      (
        .clockSkew(provider: "p", behind: .seconds(-5), isCorrected: true), .notice, "clock skew",
        ["provider": "p", "behind_ms": "-5000", "corrected": "true"]
      ),
      (
        .clockSkew(provider: "p", behind: .seconds(99999), isCorrected: false), .warning, "clock skew",
        ["provider": "p", "behind_ms": "99999000", "corrected": "false"]
      ),
      (
        .sessionEnded(provider: "p", session: Self.session, reason: .refused(.sessionRevoked)), .notice,
        "session ended",
        ["provider": "p", "session": "s1", "reason": "session_revoked"]
      ),
      (
        .store(operation: "save", provider: "p", error: AuthError(.storeCorrupt, "")), .error, "store",
        ["provider": "p", "operation": "save", "error": "store_corrupt"]
      ),
      (.step(provider: "p", name: "token_fetch"), .debug, "step", ["provider": "p", "name": "token_fetch"]),
    ]
    for (event, level, message, fields) in table {
      let record = EventRecord(event)
      #expect(record.level == level && record.message == message, "\(event)")
      #expect(record.fields == fields, "\(event)")
    }
  }

  /// A configuration chooses the names of providers, a server the URL of a redirect, and an app the names of steps.
  @Test func escapesAndCutsEveryField() {
    let (hostile, escaped) = ("a\u{9B}2J\u{202E}b\n", "a\\u{9B}2J\\u{202E}b\\u{A}")
    let fields = EventRecord(.step(provider: ProviderID(hostile), name: hostile)).fields
    #expect(fields == ["provider": escaped, "name": escaped])
    let long = hostile + String(repeating: "x", count: 600)
    let url = EventRecord(.retry(url: long, attempt: 1, after: .zero)).fields["url"] ?? ""
    #expect(url.hasPrefix(escaped + "xxx") && url.hasSuffix("x… (95 more)"), "\(url)")
  }

  @Test func logsNoTextFromOutside() {
    let events: [AuthEvent] = [
      .flowEnded(provider: "p", error: Self.refused),
      .refreshEnded(provider: "p", session: Self.session, error: Self.refused),
      .store(operation: "save", provider: "p", error: Self.refused),
    ]
    for event in events {
      let record = EventRecord(event)
      #expect(!"\(record)".contains("CANARY"))
    }
  }
}
