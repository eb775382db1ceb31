import AuthCore
import AuthRuntime
import AuthStoragePostgres
import CBench

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `latchkey-bench fleet ACTION CONFIG NUMBER…`: the operations of one host with the sessions of a fleet.
/// `Tests/Benchmarks/fleet.py` compares it with pgbench.
///
/// | action | effect |
/// | --- | --- |
/// | `migrate CONFIG` | creates the schema |
/// | `prepare CONFIG COUNT` | saves COUNT sessions |
/// | `renew CONFIG CALLERS SESSIONS SECONDS` | each caller claims, notes and commits renewals of its own sessions |
/// | `load CONFIG CALLERS SESSIONS SECONDS` | each caller reads its own sessions |
/// | `cached CONFIG` | reads the token of a valid session from memory, as each request does |
///
/// CALLERS is the number of concurrent callers, SESSIONS the number of sessions of each caller, and SECONDS how long
/// calls are counted. `renew` and `load` need at least CALLERS × SESSIONS prepared sessions.
struct FleetBenchmark {
  private let store: PostgresSessionStore

  /// Runs an action and returns its figures.
  ///
  /// - Throws: `invalid_request` for wrong arguments, `invalid_configuration`, or a storage code.
  static func run(_ words: [String]) async throws(AuthError) -> JSONObject {
    let numbers = words.dropFirst(2).compactMap(Int.init)
    guard words.count >= 2, numbers.count == words.count - 2 else { throw usage }
    let bench = try FleetBenchmark(words[1])
    switch (words[0], numbers.count) {
    case ("migrate", 0): return ["steps": .integer(Int64(try await bench.store.schema.migrate().count))]
    case ("prepare", 1): return try await bench.prepare(numbers[0])
    case ("renew", 3): return try await bench.each(numbers, bench.renew)
    case ("load", 3): return try await bench.each(numbers, bench.load)
    case ("cached", 0): return try await bench.cached()
    default: throw usage
    }
  }

  private static let usage = AuthError(
    .invalidRequest,
    "Use 'fleet migrate CONFIG', 'fleet prepare CONFIG COUNT', 'fleet renew CONFIG CALLERS SESSIONS SECONDS', "
      + "'fleet load CONFIG CALLERS SESSIONS SECONDS' or 'fleet cached CONFIG'. SESSIONS is the number of sessions of "
      + "each caller. COUNT, CALLERS, SESSIONS and SECONDS are whole numbers.")

  private init(_ path: String) throws(AuthError) {
    let services = try ClientServices.standard(for: try AuthConfiguration.load(contentsOf: path), storage: [.postgres])
    guard let store = services.sessionStore as? PostgresSessionStore else {
      throw AuthError(.invalidConfiguration, "$.storage.sessions must be {\"postgres\": {…}}.")
    }
    self.store = store
  }

  private func session(_ number: Int) -> Session {
    Session.ofUsualSize(SessionID("bench-\(number)"), now: Date())
  }

  private func prepare(_ count: Int) async throws(AuthError) -> JSONObject {
    for number in 0..<count { try await store.save(session(number)) }
    return ["saved": .integer(Int64(count))]
  }

  /// Runs `body` for some seconds with the sessions of each caller in turn. Calls in an additional first second are not
  /// counted, because the store opens its connections then.
  private func each(
    _ numbers: [Int], _ body: @escaping @Sendable (SessionID) async throws(AuthError) -> Void
  ) async throws(AuthError) -> JSONObject {
    let (callers, per, seconds) = (numbers[0], numbers[1], Double(numbers[2]))
    let start = cbench_wall_seconds() + 1
    var done = 0
    var failure: AuthError?
    await withTaskGroup(of: Result<Int, AuthError>.self) { group in
      for caller in 0..<callers {
        group.addTask {
          do throws(AuthError) {
            var (turn, counted) = (0, 0)
            while cbench_wall_seconds() < start + seconds {
              let isCounted = cbench_wall_seconds() >= start
              try await body(SessionID("bench-\(caller * per + turn % per)"))
              turn += 1
              if isCounted { counted += 1 }
            }
            return .success(counted)
          } catch {
            return .failure(error)
          }
        }
      }
      for await result in group {
        switch result {
        case .success(let counted): done += counted
        case .failure(let error): failure = error
        }
      }
    }
    if let failure { throw failure }
    return ["perSecond": .number(Double(done) / seconds)]
  }

  private func renew(_ id: SessionID) async throws(AuthError) {
    guard case .claimed(let claim) = try await store.claimRenewal(of: id, generation: nil, lease: .seconds(20)) else {
      throw AuthError(.internalError, "The session \(id) could not be claimed.")
    }
    try await store.noteRenewal(of: claim)
    var renewed = claim.session
    renewed.generation += 1
    guard case .committed = try await store.commitRenewal(renewed, of: claim) else {
      throw AuthError(.internalError, "The session \(id) could not be committed.")
    }
  }

  private func load(_ id: SessionID) async throws(AuthError) {
    guard try await store.load(id) != nil else { throw AuthError(.internalError, "There is no session \(id).") }
  }

  /// Measures the same as `cached_token`, with the session in the database.
  private func cached() async throws(AuthError) -> JSONObject {
    let house = try await BenchHouse(store: store)
    return BenchmarkResult(try await Benchmark.reading(from: house), unit: "reads/s").json(named: "cached")
  }
}
