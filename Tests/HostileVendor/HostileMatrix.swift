import AuthCore
import AuthTesting
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every response of every ceremony of a provider, replaced by each kind of nonsense. Each cell runs in an app of its
/// own.
package struct HostileMatrix: Sendable {
  /// A response, and what replaced it.
  struct Cell: Sendable {
    let ceremony: HostileCeremony
    let index: Int
    let nonsense: Nonsense
    var row: String { "\(ceremony.name)/\(index)" }
    var name: String { "\(row)/\(nonsense)" }
  }

  /// A response of a ceremony.
  struct Row: Sendable {
    let ceremony: HostileCeremony
    let index: Int
    let request: String
    var cells: [Cell] { Nonsense.allCases.map { Cell(ceremony: ceremony, index: index, nonsense: $0) } }
  }

  /// What was seen.
  struct Found: Sendable {
    /// `e`: an error; `p`: the prompt came back, and the flow was completed; `s`: success without an error; `n`: the
    /// request was not sent, because it was one in the background.
    var letter = "?"
    var faults: [String] = []
    /// The messages of the errors, for the report of an honest run that fails.
    var messages: [String] = []
  }

  private let fixture: HostileFixture
  private let type: String
  private let hostile: NonsenseServer
  private let wire: any HTTPTransport
  private static let responseLimit = 1 << 20
  /// The seconds after which a cell counts as stuck. A slow response ends after less than a second.
  private static let patience = 60

  /// Creates the matrix of a provider.
  ///
  /// - Throws: an error if the system refuses a socket, or if libcurl is missing.
  package init(_ fixture: HostileFixture) throws {
    self.fixture = fixture
    type = fixture.provider.plugin.type
    guard let server = NonsenseServer() else { throw AuthError(.internalError, "No socket for the hostile server.") }
    hostile = server
    wire = try SystemTransport.make(
      options: TransportOptions(timeout: .seconds(2), responseSizeLimit: Self.responseLimit))
  }

  /// Runs the matrix with `LATCHKEY_FULL`, otherwise a seeded sample of it, and prints it.
  ///
  /// - Returns: the broken laws, which are printed, too.
  package func faults() async throws -> [String] {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 40)
    let faults = try await run(sample: environment["LATCHKEY_FULL"] == "1" ? nil : Self.sampleSize, seed: seed)
    for fault in faults { print("hostile \(type): broken: \(fault)") }
    return faults
  }

  private static let sampleSize = 120

  private func run(sample: Int?, seed: UInt64) async throws -> [String] {
    let start = ContinuousClock.now
    let (rows, coverage) = try await rows()
    let all = rows.flatMap(\.cells)
    var chosen = all
    if let sample {
      var random = SplitMix64(seed: seed)
      chosen = Array(all.shuffled(using: &random).prefix(sample))
    }
    let before = Self.peakMemory
    var found: [String: Found] = [:]
    var rest = chosen[...]
    await withTaskGroup(of: (Cell, Found).self) { group in
      for _ in 0..<8 { if let cell = rest.popFirst() { group.addTask { (cell, await self.found(cell)) } } }
      for await (cell, result) in group {
        found[cell.name] = result
        if let next = rest.popFirst() { group.addTask { (next, await self.found(next)) } }
      }
    }
    let growth = Self.peakMemory - before
    print(table(rows, found))
    if fixture.hasCommonCeremonies { print(coverage.table(Set(rows.map(\.ceremony.name)))) }
    print(
      "hostile \(type): \(chosen.count) of \(all.count) cells, \(rows.count) responses, "
        + "\(Nonsense.allCases.count) kinds, \((ContinuousClock.now - start).components.seconds) s, "
        + "seed \(seed) (LATCHKEY_SEED repeats it), the peak of memory grew by \(growth >> 20) MB")
    var faults = found.flatMap { cell, result in result.faults.map { "\(cell): \($0)" } }.sorted()
    faults += coverage.gaps.map { "no ceremony covers the capability \($0)" }
    // A request in the background may come too late to be replaced in one cell, but not in all.
    for row in rows {
      let letters = row.cells.compactMap { found[$0.name]?.letter }
      if letters.count > 20, !letters.contains(where: { $0 != "n" }) {
        faults.append("\(row.ceremony.name)/\(row.index) was never sent")
      }
    }
    if growth > 512 << 20 { faults.append("the peak of memory grew by \(growth >> 20) MB") }
    return faults
  }

  /// The responses of each ceremony, and the capabilities that the ceremonies cover. The honest run of each ceremony
  /// must succeed.
  private func rows() async throws -> ([Row], HostileCoverage) {
    let server = try await fixture.provider.makeServer(ManualClock())
    let app = try await HostileApp(fixture, hostile, wire: wire, attack: nil)
    let coverage = HostileCoverage(of: try app.client().provider(), fixture, server)
    var rows: [Row] = []
    for ceremony in coverage.ceremonies {
      let run = try await run(ceremony, attack: nil)
      guard run.found.faults.isEmpty, run.found.letter == "s" else {
        let reasons = run.found.faults + run.found.messages
        throw AuthError(.internalError, "The honest run of '\(ceremony.name)' fails: \(reasons)")
      }
      rows += run.requests.enumerated().map { Row(ceremony: ceremony, index: $0.offset, request: $0.element) }
    }
    return (rows, coverage)
  }

  private func found(_ cell: Cell) async -> Found {
    await withTaskGroup(of: Found?.self) { group in
      group.addTask {
        do {
          return try await run(cell.ceremony, attack: (cell.index, cell.nonsense)).found
        } catch {
          return Found(faults: ["an error of another type: \(error)"])
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(Self.patience))
        return Task.isCancelled ? nil : Found(faults: ["did not end within \(Self.patience) s"])
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? Found(faults: ["no result"])
    }
  }

  private func run(
    _ ceremony: HostileCeremony, attack: (index: Int, nonsense: Nonsense)?
  ) async throws -> (found: Found, requests: [String]) {
    let app = try await HostileApp(fixture, hostile, wire: wire, attack: attack)
    let run = try await HostileRun(app)
    let act = try await ceremony.prepare(run)
    app.transport.begin()
    var errors: [AuthError] = []
    var result = Found(letter: "s")
    do {
      try await act()
      errors = run.seen
      if !errors.isEmpty { result.letter = "p" }
    } catch let error as AuthError {
      errors = run.seen + [error]
      result.letter = "e"
    }
    app.transport.pause()
    result.faults += errors.flatMap { Self.faults(of: $0) }
    result.faults += run.shownFaults
    for event in app.observer.events {
      if let fault = ShownTexts.fault(in: event) { result.faults.append("an event: \(fault)") }
    }
    result.messages = errors.map { "\($0)" }
    if attack != nil, !app.transport.wasHit { result.letter = "n" }
    if attack?.nonsense.isTruthful != true, let fault = try await broken(ceremony, app, try run.session) {
      result.faults.append(fault)
    }
    return (result, app.transport.requests)
  }

  /// The law about the sessions that a hostile response broke; nil if it holds. What is stored afterwards is the
  /// earlier session, or a new one that the honest server accepts.
  private func broken(
    _ ceremony: HostileCeremony, _ app: HostileApp, _ earlier: Session
  ) async throws -> String? {
    switch ceremony.use {
    case .ends: return nil
    case .renews: return try await app.isStored(earlier.id) ? nil : "the session was lost"
    case .keeps: break
    }
    let client = try app.client()
    do throws(AuthError) {
      _ = try await client.session()
      guard let request = app.server.protectedRequest else { return nil }
      let response = try await client.send(request)
      return response.isSuccess ? nil : "the session after a restart gets \(response.status)"
    } catch {
      return "the session after a restart: \(error)"
    }
  }

  /// The laws about an error: it is of the contract, has a message that is not too long, and no text that changes a
  /// terminal.
  private static func faults(of error: AuthError) -> [String] {
    var faults: [String] = []
    let names = [error.vendorCode, error.traceID].compactMap { $0 }
    if names.contains(where: { $0.utf8.count > 128 }) { faults.append("a name of a server that is too long") }
    let text = ([error.message, error.underlying ?? ""] + names).joined(separator: " ")
    if error.message.isEmpty { faults.append("an error without a message: \(error.code)") }
    if error.code == .internalError { faults.append("an internal error: \(error.message)") }
    if let raw = ShownTexts.fault(text) { faults.append("the text of \(error.code) \(raw)") }
    return faults
  }

  private func table(_ rows: [Row], _ found: [String: Found]) -> String {
    var lines = [
      "hostile \(type): e error, p prompt again and done, s success, n not sent, ! broken law, - not run"
    ]
    for row in rows {
      let letters = row.cells.map { cell -> String in
        guard let result = found[cell.name] else { return "-" }
        return result.faults.isEmpty ? result.letter : "!"
      }
      lines.append(letters.joined() + "  \(row.ceremony.name): \(row.request)")
    }
    return lines.joined(separator: "\n")
  }

  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      let this = Int32(RUSAGE_SELF.rawValue)
    #else
      let this = RUSAGE_SELF
    #endif
    getrusage(this, &usage)
    return Int(usage.ru_maxrss) << 10
  }
}
