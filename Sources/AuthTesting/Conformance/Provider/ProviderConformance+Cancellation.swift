import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about cancellation by the user or by a task.
  static let cancellationLaws: [ProviderLaw] = [
    ProviderLaw("cancel.ends", "cancel() ends a flow with failed(cancelled), and nothing follows", cancelEnds),
    ProviderLaw("cancel.reset", "reset() ends a flow with failed(cancelled) and sends nothing", resetIsLocal),
    ProviderLaw(
      "cancel.late-answer", "a response that arrives after cancel() shows and stores nothing", dropsLateAnswers),
    ProviderLaw("cancel.bounded", "cancel() returns even when the server never responds", cancelIsBounded),
    ProviderLaw(
      "cancel.reader", "cancelling a reader's task does not end the flow for other readers", readerLeavesAlone),
  ]

  private static func cancelEnds(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = await driver.prompt()
    let hadEnded = driver.end != nil
    await driver.flow.cancel()
    while await driver.next() != nil {}
    if hadEnded { throw NotApplicable("a sign-in shows no prompt") }
    guard case .failure(let error) = driver.end, error.code == .cancelled else {
      throw BrokenLaw(
        expected: "the last update is failed(cancelled), not \(driver.updates.last?.summary ?? "nothing")")
    }
    try require(error.provider == bench.providerID, "the error names the provider")
    try require(bench.sessions.written.isEmpty, "a cancelled flow stores nothing")
    await driver.flow.cancel()
    try require(driver.flow.current.summary == "failed(cancelled)", "a second cancel() changes nothing")
  }

  private static func resetIsLocal(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = try applicable(await driver.prompt(), "a sign-in shows no prompt")
    let count = bench.wire.requests.count
    driver.flow.reset()
    while await driver.next() != nil {}
    try require(driver.updates.last?.summary == "failed(cancelled)", "the last update is failed(cancelled)")
    await settle()
    try require(bench.wire.requests.count == count, "reset() sends nothing")
    try require(bench.sessions.written.isEmpty, "a flow that was reset stores nothing")
  }

  /// For each request of a sign-in: cancels the flow while the response is on its way.
  private static func dropsLateAnswers(_ trial: ConformanceTrial) async throws {
    let total = try await signInRequests(trial).count
    for target in 0..<total {
      let bench = try await trial.bench()
      let door = trial.door()
      bench.wire.interfere { _, number in number == target ? .hold(door) : nil }
      let flow = try bench.client().start(bench.fixture.request)
      let driving = Task {
        var driver = FlowDriver(flow, on: bench)
        _ = try await driver.finish()
        return driver.updates.map(\.summary)
      }
      try await door.reached(by: driving)
      await flow.cancel()
      let seen = try await driving.value
      try require(
        seen.last == "failed(cancelled)",
        "cancel() ends the flow with failed(cancelled), not with \(seen.last ?? "nothing")")
      door.open()
      await settle()
      try require(flow.current.summary == "failed(cancelled)", "a late response adds no update")
      let path = bench.wire.path(target)
      try require(bench.sessions.written.isEmpty, "the late response to \(path) stores nothing")
    }
  }

  private static func cancelIsBounded(_ trial: ConformanceTrial) async throws {
    for target in 0..<(try await signInRequests(trial).count) {
      let bench = try await trial.bench()
      bench.wire.interfere { _, number in number >= target ? .hang : nil }
      let flow = try bench.client().start(bench.fixture.request)
      let driving = Task {
        var driver = FlowDriver(flow, on: bench)
        _ = try await driver.finish()
        return driver.updates.last?.summary
      }
      while bench.wire.requests.count <= target, !flow.current.isTerminal { await Task.yield() }
      await flow.cancel()
      try require(try await driving.value == "failed(cancelled)", "the flow ends with failed(cancelled)")
    }
  }

  private static func readerLeavesAlone(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    let flow = driver.flow
    let reader = Task { for await _ in flow {} }
    reader.cancel()
    await reader.value
    if case .failure(let error) = try await driver.finish() {
      throw BrokenLaw(reason: "the flow failed when one reader stopped: \(error)")
    }
  }

  /// Returns the requests of a sign-in in which the user answers every prompt correctly.
  static func signInRequests(_ trial: ConformanceTrial) async throws -> [TransportRequest] {
    let bench = try await trial.bench()
    _ = try await bench.signIn(try bench.client())
    return bench.wire.requests
  }

  /// Yields so often that usually every task that can run reaches its next wait.
  static func settle() async {
    for _ in 0..<200 { await Task.yield() }
  }
}
