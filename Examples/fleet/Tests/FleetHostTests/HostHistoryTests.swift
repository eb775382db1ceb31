import AuthCore
import Synchronization
import Testing

@testable import FleetHost

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HostHistoryTests {
  @Test func aLineHasWhatIsKnown() throws {
    let full = HistoryLine(
      time: 1_790_000_000.25, boot: 12.5, host: "a", event: "lost", session: "s", generation: 3, fence: 7,
      code: "renewal_lost")
    let json = try JSONValue(parsing: Array(full.text.utf8))
    #expect(json["t"]?.numberValue == 1_790_000_000.25 && json["boot"]?.numberValue == 12.5)
    #expect(json["host"] == "a" && json["event"] == "lost" && json["session"] == "s")
    #expect(json["generation"] == 3 && json["fence"] == 7 && json["code"] == "renewal_lost")
    let least = try JSONValue(parsing: Array(HistoryLine(time: 1, boot: 1, host: "a", event: "started").text.utf8))
    #expect(least.objectValue?.names.sorted() == ["boot", "event", "host", "t"])
  }

  @Test func aNameCannotBreakTheLine() {
    let line = HistoryLine(time: 1, boot: 1, host: "a\n\"b", event: "token").text
    #expect(!line.contains("\n"))
  }

  @Test func everyStepOfARenewalIsALineAndCounted() throws {
    let lines = Mutex<[String]>([])
    let metrics = HostMetrics()
    let observer = HostObserver(
      history: HostHistory(host: "a") { line in lines.withLock { $0.append(line) } }, metrics: metrics)
    for step in RenewalEvent.Step.allCases {
      observer.record(
        .renewal(RenewalEvent(provider: "privy", session: SessionID("s"), generation: 2, fence: 5, step: step)))
    }
    let read = try lines.withLock { $0 }.map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(read.map { $0["event"]?.stringValue } == RenewalEvent.Step.allCases.map(\.rawValue))
    #expect(read.allSatisfy { $0["session"] == "s" && $0["generation"] == 2 && $0["fence"] == 5 })
    for step in RenewalEvent.Step.allCases {
      #expect(metrics.value("fleet_renewals_total", ["step": step.rawValue]) == 1)
    }
  }

  @Test func aFileKeepsEarlierLines() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for host in ["a", "b"] { try HostHistory(host: host, path: path).note("started") }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(try lines.map { try JSONValue(parsing: Array($0.utf8))["host"] } == ["a", "b"])
    #expect(throws: AuthError(.storePermissions, "")) { try HostHistory(host: "a", path: path + "/x") }
  }
}
