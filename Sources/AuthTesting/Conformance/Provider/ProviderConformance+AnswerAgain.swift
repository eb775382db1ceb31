import AuthCore

extension ProviderConformance {
  /// Checks that a sign-in survives a failed request: the prompt takes the answer again, or a new flow works.
  static func answersAgain(_ trial: ConformanceTrial) async throws {
    try await takesAnswersAgain(trial)
    let total = try await signInRequests(trial).count
    for target in 0..<total {
      let bench = try await trial.bench()
      let client = try bench.client()
      let fault = WireFault.unreachable.interference(arrives: false)
      bench.wire.interfere { _, number in number == target ? fault : nil }
      var driver = bench.begin(client)
      guard case .failure(let error) = try await driver.finish() else { continue }
      let path = bench.wire.path(target)
      try require(
        error.code == .network,
        "after \(path) was unreachable once, the flow continues, or ends in network, not \(error)")
      var next = bench.begin(client)
      if case .failure(let error) = try await next.finish() {
        throw BrokenLaw(reason: "after \(path) was unreachable once, a new flow does not sign in: \(error)")
      }
    }
  }

  /// For each prompt whose answer the user types: the first request after the right answer fails once. The prompt must
  /// then be shown again and take the answer.
  private static func takesAnswersAgain(_ trial: ConformanceTrial) async throws {
    if trial.fixture.answersWorkOnce { return }
    for fault in [WireFault.unreachable, .status503] {
      for target in 0..<20 {
        let bench = try await trial.bench()
        var driver = bench.begin(try bench.client())
        guard let (prompt, context) = try await prompt(target, of: &driver) else { break }
        guard prompt.takesTypedAnswer else { continue }
        let count = bench.wire.requests.count
        let failure = fault.interference(arrives: false)
        bench.wire.interfere { _, number in number == 0 ? failure : nil }
        try await driver.answer(prompt, context)
        let shown = await driver.prompt()
        if bench.wire.requests.count == count { continue }
        let what = "after \(fault.rawValue) at \(bench.wire.path(count))"
        try await requireSamePrompt(prompt, shown, &driver, what)
      }
    }
  }

  private static func requireSamePrompt(
    _ prompt: Prompt, _ shown: (prompt: Prompt, context: PromptContext)?, _ driver: inout FlowDriver, _ what: String
  ) async throws {
    let instead = driver.end.map { end in if case .failure(let error) = end { "\(error.code)" } else { "a result" } }
    guard let shown else {
      throw BrokenLaw(
        reason: "\(what), the answer to '\(prompt.name)' is lost: the flow ends in \(instead ?? "no result"). Show the "
          + "prompt again with context.failing(error) (set answersWorkOnce if the vendor accepts an answer only once)")
    }
    try require(
      shown.prompt.name == prompt.name, "\(what), '\(prompt.name)' is shown again, not '\(shown.prompt.name)'")
    _ = try required(shown.context.lastError, "\(what), '\(prompt.name)' is shown again with context.lastError")
    if case .failure(let error) = try await driver.finish(after: shown) {
      throw BrokenLaw(reason: "\(what), '\(prompt.name)' does not take the answer again: \(error)")
    }
  }
}
