import AuthCore
import AuthStorage
import CBench

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Benchmark {
  /// Reads of the token of a valid session, as each request does: `client.session()`.
  ///
  /// The floor reads a pointer under a mutex.
  static let cachedToken = Benchmark(name: "cached_token", summary: "the token of a valid session, read from memory") {
    () throws(AuthError) in
    let house = try await BenchHouse()
    return BenchmarkResult(try await reading(from: house), unit: "reads/s")
  }

  /// Measures reads of the token of the house's session, with any store.
  static func reading(from house: BenchHouse) async throws(AuthError) -> SideBySide {
    _ = try await house.client.session()
    return try await SideBySide(
      floor: { (rounds) throws(AuthError) in cbench_read_locked(rounds) },
      value: { (rounds) throws(AuthError) in
        for _ in 0..<rounds {
          guard try await house.client.session().tokens.access != nil else {
            throw AuthError(.internalError, "The session has no token.")
          }
        }
      })
  }

  /// Ten thousand callers at expiry, from the server's response until the last caller has its session. The server
  /// receives one request.
  ///
  /// The floor resumes as many continuations from a list.
  static let waiters = Benchmark(
    name: "waiters_10000", summary: "10,000 callers at expiry, from the response until all have resumed"
  ) {
    () throws(AuthError) in
    let count = 10_000
    var rates: [(value: Double, floor: Double)] = []
    for turn in 0..<9 {
      let isFloorFirst = turn.isMultiple(of: 2)
      let first = isFloorFirst ? await bareWaiters(count) : try await waiters(count)
      let second = isFloorFirst ? try await waiters(count) : await bareWaiters(count)
      let (floor, value) = isFloorFirst ? (first, second) : (second, first)
      rates.append((Double(count) / value, Double(count) / floor))
    }
    return BenchmarkResult(
      value: SideBySide.median(rates.map(\.value)), unit: "waiters/s", floor: SideBySide.median(rates.map(\.floor)),
      ratio: SideBySide.median(rates.map { $0.value / $0.floor }), allocations: nil)
  }

  /// Returns the seconds from the response until the last waiter has its session.
  private static func waiters(_ count: Int) async throws(AuthError) -> Double {
    let house = try await BenchHouse(isExpired: true)
    let seconds = await time(count) {
      _ = try await house.client.session()
    } isWaiting: {
      house.gate.arrivals > 0
    } answer: {
      house.gate.open()
    }
    guard let seconds, house.gate.arrivals == 1 else {
      throw AuthError(.internalError, "The server got \(house.gate.arrivals) requests instead of one.")
    }
    return seconds
  }

  private static func bareWaiters(_ count: Int) async -> Double {
    let list = BareList()
    let seconds = await time(count) {
      await withCheckedContinuation { continuation in list.add(continuation) }
    } answer: {
      list.resume()
    }
    return seconds ?? .infinity
  }

  /// Returns the seconds from `answer` until `count` tasks that called `wait` are done; nil if one of them failed.
  /// `answer` is called when all tasks have called `wait` and `isWaiting` returns true.
  ///
  /// The tasks are unstructured, because a task group searches all children whenever one ends.
  private static func time(
    _ count: Int, _ wait: @escaping @Sendable () async throws -> Void, isWaiting: () -> Bool = { true },
    answer: () -> Void
  ) async -> Double? {
    let (waiting, failed, done, end) = (Count(), Count(), Count(), BareList())
    for _ in 0..<count {
      Task.detached {
        waiting.increment()
        do {
          try await wait()
        } catch {
          failed.increment()
        }
        if done.increment() == count { end.resume() }
      }
    }
    while waiting.count < count || !isWaiting() { await Task.yield() }
    // The last task may not have been added to the list yet.
    _ = try? await Task.sleep(for: .milliseconds(5))
    let start = cbench_wall_seconds()
    answer()
    await withCheckedContinuation { end.add($0) }
    return failed.count == 0 ? cbench_wall_seconds() - start : nil
  }
}

private final class Count: Sendable {
  private let value = Locked(0)
  var count: Int { value.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

/// A minimal list of continuations.
private final class BareList: Sendable {
  private let state = Locked<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func add(_ continuation: CheckedContinuation<Void, Never>) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(continuation) }
      return state.isOpen
    }
    if isOpen { continuation.resume() }
  }

  func resume() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A client with one session in a store, and a server that responds when the benchmark opens its gate.
struct BenchHouse {
  fileprivate let gate = BenchGate()
  let client: AuthClient

  init(isExpired: Bool = false, store: any SessionStore = MemorySessionStore()) async throws(AuthError) {
    let now = Date()
    let session = Session.ofUsualSize(now: isExpired ? now.addingTimeInterval(-7200) : now)
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    let services = ProviderServices(
      transport: gate, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore())
    client = try AuthClient(
      configuration: AuthConfiguration(["provider": "bench", "providers": ["bench": [:]]]),
      plugins: [ProviderPlugin("bench", product: "", provider: BenchProvider.self)],
      services: ClientServices(provider: services, sessionStore: store))
  }
}

/// A transport that holds requests until it is opened.
private final class BenchGate: HTTPTransport {
  private let count = Count()
  private let list = BareList()
  var arrivals: Int { count.count }

  func open() { list.resume() }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    count.increment()
    await withCheckedContinuation { list.add($0) }
    return TransportResponse(status: 200)
  }
}

/// A provider that renews a session with one request.
private struct BenchProvider: SessionRefreshing {
  struct Configuration: ProviderConfiguration {
    init(reading reader: inout ConfigurationReader) throws(AuthError) {}
  }

  let id: ProviderID
  let tenant = "bench"
  let methods: [MethodID] = []
  private let services: ProviderServices

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "This provider has no sign-in.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let url = URL(string: "http://localhost/") else { throw AuthError(.internalError, "No address.") }
    _ = try await services.transport.send(TransportRequest("POST", url))
    var renewed = session
    renewed.createdAt = services.clock.now()
    renewed.expiresAt = renewed.createdAt.addingTimeInterval(3600)
    return .refreshed(renewed)
  }
}
