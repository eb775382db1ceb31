import AuthCore
import AuthTesting
import BackendServer
import FleetSigner
import Testing

@Suite(.timeLimit(.minutes(2))) struct FleetTests {
  @Test func everyCallerStampsWithItsOwnKey() async throws {
    let bench = try await FleetBench(callers: 4)
    for (index, caller) in bench.callers.enumerated() {
      let body = Array("body \(index)".utf8)
      let answer = await bench.answer("/stamp", caller, body: body)
      #expect(answer.status == 200 && answer.content.isEmpty)
      #expect(try FleetBench.isStamp(answer.headers["X-Stamp"], of: body, by: caller))
      let named = await bench.answer("/stamp?key=" + caller.publicKey.uppercased(), caller, body: body)
      #expect(try FleetBench.isStamp(named.headers["X-Stamp"], of: body, by: caller))
    }
    #expect(bench.fleet.metrics.stampCount == 8)
  }

  @Test func refusesRequestsThatAreNotAllowed() async throws {
    let bench = try await FleetBench(callers: 2)
    let (first, second) = (bench.callers[0], bench.callers[1])
    let other = FleetBench.Caller(name: "x", token: "unknown", key: first.key, organization: "o")
    let refusals = [
      (await bench.answer("/stamp"), 401, "invalid_token"),
      (await bench.answer("/stamp", other), 401, "invalid_token"),
      (await bench.answer("/stamp?key=" + second.publicKey, first), 403, "forbidden"),
      (await bench.answer("/stamp?key=", first), 403, "forbidden"),
      (await bench.answer("/forward/public/v1/query/whoami"), 401, "invalid_token"),
      (await bench.answer("/forward/public/v2/query/whoami", first), 400, "invalid_request"),
      (await bench.answer("/forward/public/v1/../../secret", first), 400, "invalid_request"),
      (await bench.answer("/forward/public/v1//evil.example", first), 400, "invalid_request"),
      (await bench.answer("/forward/@evil.example/public/v1/", first), 400, "invalid_request"),
      (await bench.answer("/stamp", first, method: "GET"), 404, "not_found"),
    ]
    for (answer, status, code) in refusals {
      #expect(answer.status == status && answer.body["error"]?.stringValue == code, "\(answer.body)")
      #expect(answer.headers["X-Stamp"] == nil)
    }
    #expect(bench.fleet.metrics.stampCount == 0 && bench.fleet.metrics.refusalCount == 9)
  }

  @Test func forwardsWithTheCallersStamp() async throws {
    let bench = try await FleetBench(callers: 3)
    for caller in bench.callers {
      let answer = await bench.answer("/forward/public/v1/query/whoami", caller, body: FleetBench.whoAmI(caller))
      #expect(answer.status == 200)
      #expect(try JSONValue(parsing: answer.content)["organizationId"]?.stringValue == caller.organization)
    }
    // The vendor's error is returned unchanged: this caller's key does not belong to the other organisation.
    let wrong = await bench.answer(
      "/forward/public/v1/query/whoami", bench.callers[0], body: FleetBench.whoAmI(bench.callers[1]))
    #expect((400..<500).contains(wrong.status) && !wrong.content.isEmpty)
  }

  @Test func limitsForwardsInProgress() async throws {
    let gate = Gate()
    let bench = try await FleetBench(callers: 1, forwards: 2, transport: gate)
    let caller = bench.callers[0]
    async let first = bench.answer("/forward/public/v1/query/whoami", caller)
    async let second = bench.answer("/forward/public/v1/query/whoami", caller)
    while gate.waiting < 2 { await Task.yield() }
    let third = await bench.answer("/forward/public/v1/query/whoami", caller)
    #expect(third.status == 429)
    let metrics = await bench.answer("/metrics", method: "GET")
    #expect(String(decoding: metrics.content, as: UTF8.self).contains("fleet_forwards_under_way 2\n"))
    gate.open()
    #expect(await first.status == 204)
    #expect(await second.status == 204)
    let later = await bench.answer("/forward/public/v1/query/whoami", caller)
    #expect(later.status == 204, "the slot is free again")
  }

  @Test func healthAndMetricsReportTheState() async throws {
    let bench = try await FleetBench(callers: 2)
    let good = await bench.answer("/health", method: "GET")
    #expect(good.status == 200 && good.body == ["status": "ok", "keys": 2, "callers": 2])
    _ = await bench.answer("/stamp", bench.callers[0])
    _ = await bench.answer("/stamp")
    let text = String(decoding: await bench.answer("/metrics", method: "GET").content, as: UTF8.self)
    for row in ["fleet_stamps_total 1", "fleet_refusals_total 1", "fleet_keys 2", "fleet_ending 0"] {
      #expect(text.contains("\n" + row + "\n"), "\(row)")
    }
    bench.fleet.end()
    let ending = await bench.answer("/health", method: "GET")
    #expect(ending.status == 503 && ending.body["status"] == "ending")
    #expect(await bench.answer("/stamp", bench.callers[0]).status == 200, "requests that still arrive are stamped")
  }

  @Test func logIsStructuredAndContainsNoSecret() async throws {
    let bench = try await FleetBench(callers: 1)
    let caller = bench.callers[0]
    let body = Array("BODY-CANARY".utf8)
    let stamped = await bench.answer("/stamp", caller, body: body)
    _ = await bench.answer("/forward/public/v1/query/whoami", caller, body: FleetBench.whoAmI(caller))
    _ = await bench.answer("/stamp?key=KEY-CANARY", caller, body: body)
    let value = try #require(stamped.headers["X-Stamp"])
    #expect(bench.lines.all.count == 3)
    for line in bench.lines.all {
      let object = try #require(try JSONValue(parsing: Array(line.utf8)).objectValue)
      #expect(object["caller"] == "caller-0" && object["time"] != nil && object["event"] != nil)
      #expect(!line.contains("CANARY") && !line.contains(value))
    }
    #expect(bench.lines.all[2].contains(#""error":"forbidden""#))
  }
}
