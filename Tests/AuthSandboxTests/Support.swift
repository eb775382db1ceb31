import AuthCore
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that always shows the same time. Only `POST /sandbox/clock` changes the sandbox's time.
struct FixedClock: AuthClock {
  /// 2026-01-02T03:04:05Z.
  static let unixTime: Int64 = 1_767_323_045

  func now() -> Date { Date(timeIntervalSince1970: Double(Self.unixTime)) }
  func uptime() -> Duration { .zero }
  func sleep(for duration: Duration) async throws(CancellationError) {}
}

extension Sandbox {
  /// Posts JSON. No fault applies to the request, and it is not logged.
  func post(_ path: String, _ body: JSONValue = [:], headers: HTTPHeaders = [:]) -> SandboxResponse {
    handle(SandboxRequest("POST", path, json: body, headers: headers))
  }

  /// The request log.
  func log(after sequence: Int = 0) -> [JSONValue] {
    handle(SandboxRequest("GET", "/sandbox/requests?after=\(sequence)")).json["requests"]?.arrayValue ?? []
  }
}

extension SandboxResponse {
  /// The body as JSON; null for a body that is not JSON.
  var json: JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: body) } catch { return .null }
  }
}
