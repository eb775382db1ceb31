import AuthCore
import BackendServer
import Testing

@testable import FleetHost

/// The responses of a host without a database.
@Suite struct HostTests {
  private func host() throws -> Host {
    let read = try HostConfiguration(
      HostConfigurationTests.configuration(["name": "a"]), sources: HostConfigurationTests.sources)
    return try Host(read)
  }

  private func answer(_ host: Host, _ method: String, _ target: String) async -> BackendResponse {
    switch host.answer(BackendRequest(method, target)) {
    case .ready(let response): response
    case .later(let response): await response()
    }
  }

  @Test func healthSaysWhetherItEnds() async throws {
    let host = try host()
    let well = await answer(host, "GET", "/health")
    #expect(well.status == 200 && well.body["status"] == "ok" && well.body["host"] == "a")
    #expect(well.body["database"]?["answers"] == false, "the database was not checked yet")
    host.end()
    #expect(await answer(host, "GET", "/health").status == 503)
    let refused = await answer(host, "GET", "/token?session=x")
    #expect(refused.status == 503 && refused.headers["X-Fleet-Unanswered"] != nil)
    #expect(await answer(host, "GET", "/metrics").status == 200, "the metrics can still be read")
  }

  @Test func wrongRequestsAreNamed() async throws {
    let host = try host()
    #expect(await answer(host, "GET", "/nothing").status == 404)
    #expect(await answer(host, "GET", "/sign-in").status == 404)
    for target in ["/token", "/token?session="] {
      let refused = await answer(host, "GET", target)
      #expect(refused.status == 400 && refused.body["code"] == "invalid_request")
    }
    let noToken = await answer(host, "POST", "/sign-in")
    #expect(noToken.status == 400)
    #expect(host.metrics.value("fleet_errors_total", ["code": "invalid_request"]) == 3)
    #expect(host.metrics.value("fleet_requests_total", ["route": "GET /token", "status": "400"]) == 2)
  }

  @Test func metricsAreInTheFormatOfPrometheus() {
    let metrics = HostMetrics()
    metrics.count("fleet_errors_total", ["code": "a\"b\\c\nd"])
    metrics.count("fleet_errors_total", ["code": "network"], by: 2)
    metrics.countRequest("GET /token", status: 200, seconds: 0.25)
    let text = metrics.text(.init(isEnding: true, database: DatabaseState(answers: true)))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "# TYPE fleet_errors_total counter" }.count == 1)
    #expect(lines.contains(#"fleet_errors_total{code="network"} 2"#))
    #expect(lines.contains(#"fleet_errors_total{code="a\"b\\c\nd"} 1"#))
    #expect(lines.contains(#"fleet_requests_total{route="GET /token",status="200"} 1"#))
    #expect(lines.contains(#"fleet_request_seconds_total{route="GET /token"} 0.25"#))
    #expect(lines.contains("fleet_ending 1") && lines.contains("fleet_database_up 1"))
    #expect(lines.contains("fleet_database_ready 0") && text.hasSuffix("\n"))
  }

  @Test func memoryIsReadFromTheSystemsText() {
    #expect(ProcessFigures.residentBytes(in: "Name:\tx\nVmRSS:\t   2048 kB\nThreads: 3\n") == 2048 * 1024)
    #expect(ProcessFigures.residentBytes(in: "Name:\tx\n") == 0)
  }

  @Test func theKindOfAnErrorDecidesTheStatus() {
    let statuses: [(AuthError.Code, Int)] = [
      (.notSignedIn, 404), (.renewalLost, 401), (.sessionExpired, 401), (.storeUnavailable, 503), (.network, 503),
      (.invalidRequest, 400), (.rateLimited, 429), (.storeCorrupt, 500), (.forbidden, 403),
    ]
    for (code, status) in statuses { #expect(HostRefusal.status(of: code) == status, "\(code)") }
    let response = HostRefusal.response(AuthError(.storeUnavailable, "The database does not answer."))
    #expect(response.headers["Retry-After"] == "1" && response.body["code"] == "store_unavailable")
  }
}
