package import AuthCore
package import AuthTesting
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

/// Every response of every ceremony of a provider, replaced by each kind of nonsense. Each cell runs in an app of its own.
package struct HostileMatrix: Sendable {
  /// A response, and what replaced it.
  struct Cell: Sendable {
    let name: String
    let ceremony: HostileCeremony
    let index: Int
    let nonsense: Nonsense
  }

  /// What was seen.
  struct Found: Sendable {
    /// `e`: an error; `p`: the prompt came back, and the flow was completed; `s`: success without an error; `n`: the
    /// request was not sent, because it was one in the background.
    var letter = "?"
    var faults: [String] = []
  }

  private let fixture: ProviderFixture
  private let hostile: NonsenseServer
  private let wire: any HTTPTransport
  private static let responseLimit = 1 << 20
  /// The seconds after which a cell counts as stuck. A slow response ends after less than a second.
  private static let patience = 60

  /// Creates the matrix of a provider.
  ///
  /// - Throws: an error if the system refuses a socket, or if libcurl is missing.
  package init(_ fixture: ProviderFixture) throws {
    self.fixture = fixture
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
    for fault in faults { print("hostile \(fixture.plugin.type): broken: \(fault)") }
    return faults
  }

  private static let sampleSize = 120

  private func run(sample: Int?, seed: UInt64) async throws -> [String] {
    let (rows, all) = try await cells()
    var chosen = all
    if let sample {
      var random = SplitMix64(seed: seed)
      chosen = Array(all.shuffled(using: &random).prefix(sample))
    }
    let before = Self.peakMemory
    var found: [String: Found] = [:]
    var rest = chosen[...]
    try await withThrowingTaskGroup(of: (Cell, Found).self) { group in
      for _ in 0..<8 { if let cell = rest.popFirst() { group.addTask { (cell, try await self.found(cell)) } } }
      for try await (cell, result) in group {
        found["\(cell.name)/\(cell.index)/\(cell.nonsense)"] = result
        if let next = rest.popFirst() { group.addTask { (next, try await self.found(next)) } }
      }
    }
    let growth = Self.peakMemory - before
    print(table(rows, found))
    print(
      "hostile \(fixture.plugin.type): \(chosen.count) of \(all.count) cells, \(rows.count) responses, "
        + "\(Nonsense.allCases.count) kinds, seed \(seed) (LATCHKEY_SEED repeats it), "
        + "the peak of memory grew by \(growth >> 20) MB")
    var faults = found.flatMap { cell, result in result.faults.map { "\(cell): \($0)" } }.sorted()
    // A request in the background may come too late to be replaced in one cell, but not in all.
    for row in rows {
      let letters = Nonsense.allCases.compactMap { found["\(row.name)/\(row.index)/\($0)"]?.letter }
      if letters.count > 20, !letters.contains(where: { $0 != "n" }) {
        faults.append("\(row.name)/\(row.index) was never sent")
      }
    }
    if growth > 512 << 20 { faults.append("the peak of memory grew by \(growth >> 20) MB") }
    return faults
  }

  /// The responses of each ceremony, and all cells. The honest run of each ceremony must succeed.
  private func cells() async throws -> (rows: [(name: String, request: String, index: Int)], cells: [Cell]) {
    var rows: [(name: String, request: String, index: Int)] = []
    var cells: [Cell] = []
    let server = try await fixture.makeServer(ManualClock())
    for (name, ceremony) in HostileCeremony.all(of: fixture, server) {
      let run = try await run(ceremony, attack: nil)
      guard run.found.faults.isEmpty, run.found.letter == "s" else {
        throw AuthError(.internalError, "The honest run of '\(name)' fails: \(run.found)")
      }
      for (index, request) in run.requests.enumerated() {
        rows.append((name, request, index))
        cells += Nonsense.allCases.map { Cell(name: name, ceremony: ceremony, index: index, nonsense: $0) }
      }
    }
    return (rows, cells)
  }

  private func found(_ cell: Cell) async throws -> Found {
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
    let client = try app.client()
    var errors: [AuthError] = []
    guard try await app.run(fixture.request, with: client, { errors.append($0) }) == .completed else {
      throw AuthError(.internalError, "The first sign-in fails: \(errors)")
    }
    errors = []
    let earlier = try await client.session()
    let isDone = try await perform(ceremony, app, client, earlier) { errors.append($0) }
    app.transport.end()
    var result = Found(letter: isDone ? (errors.isEmpty ? "s" : "p") : "e")
    if !isDone, errors.isEmpty { result.faults.append("it failed without an error") }
    result.faults += errors.flatMap { Self.faults(of: $0) }
    if attack != nil, !app.transport.wasHit { result.letter = "n" }
    if attack?.nonsense.isTruthful != true, let fault = try await broken(ceremony, app, earlier) {
      result.faults.append(fault)
    }
    return (result, app.transport.requests)
  }

  /// Performs a ceremony; returns whether it succeeded.
  private func perform(
    _ ceremony: HostileCeremony, _ app: HostileApp, _ client: AuthClient, _ session: Session,
    _ seen: (AuthError) -> Void
  ) async throws -> Bool {
    do throws(AuthError) {
      switch ceremony {
      case .signIn(let request), .purpose(let request, _):
        do {
          if case .purpose(_, let before) = ceremony {
            for request in before where try await app.run(request, with: client, seen) != .completed { return false }
          }
          app.transport.begin()
          return try await app.run(request, with: client, seen) == .completed
        } catch {
          seen(error as? AuthError ?? AuthError(.internalError, "\(error)"))
          return false
        }
      case .renewal:
        app.expire(session)
        app.transport.begin()
        _ = try await client.session()
        return true
      case .request:
        guard let request = app.server.protectedRequest else { return true }
        app.transport.begin()
        _ = try await client.send(request)
        return true
      case .signOut:
        app.transport.begin()
        _ = try await client.signOut()
        return true
      }
    } catch {
      seen(error)
      return false
    }
  }

  /// The law about the sessions that a hostile response broke; nil if it holds. What is stored afterwards is the earlier
  /// session, or a new one that the honest server accepts.
  private func broken(
    _ ceremony: HostileCeremony, _ app: HostileApp, _ earlier: Session
  ) async throws -> String? {
    if case .signOut = ceremony { return nil }
    if case .renewal = ceremony {
      return try await app.isStored(earlier.id) ? nil : "the session was lost"
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
    if text.count > 2_000 { faults.append("a message of \(text.count) characters: \(text.prefix(200))") }
    let raw = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse: true
      default: false
      }
    }
    if !raw.isEmpty { faults.append("raw text: \(raw.map { "U+" + String($0.value, radix: 16) }) in \(error.code)") }
    return faults
  }

  private func table(_ rows: [(name: String, request: String, index: Int)], _ found: [String: Found]) -> String {
    var lines = [
      "hostile \(fixture.plugin.type): e error, p prompt again and done, s success, n not sent, ! broken law, - not run"
    ]
    for row in rows {
      let letters = Nonsense.allCases.map { kind -> String in
        guard let cell = found["\(row.name)/\(row.index)/\(kind)"] else { return "-" }
        return cell.faults.isEmpty ? cell.letter : "!"
      }
      lines.append(letters.joined() + "  \(row.name): \(row.request)")
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
