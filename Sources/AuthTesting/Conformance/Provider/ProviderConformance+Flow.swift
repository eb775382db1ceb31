import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about a flow from its first update to its last.
  static let flowLaws: [ProviderLaw] = [
    ProviderLaw("flow.begins", "a flow begins with working, a prompt or its end, and is never idle again", begins),
    ProviderLaw("flow.ends-once", "a flow ends with one terminal update, and nothing follows it", endsOnce),
    ProviderLaw(
      "flow.illegal-answers", "an answer that the prompt does not allow throws invalid_state and changes nothing",
      refusesIllegalAnswers),
    ProviderLaw("flow.answers-after-end", "an answer after the end throws invalid_state", refusesAnswersAfterEnd),
    ProviderLaw(
      "flow.wrong-form", "a malformed answer shows the prompt again with the error, and sends nothing",
      keepsWrongForms),
    ProviderLaw(
      "flow.refused-answer", "an answer that the server refuses shows the prompt again, or ends with a recovery",
      bringsRefusedPromptsAgain),
    ProviderLaw(
      "flow.attempts", "the remaining attempts decrease with every refused answer", countsAttempts),
    ProviderLaw(
      "flow.error-passes", "an error does not persist: the right answer after a wrong one signs in", errorPasses),
    ProviderLaw(
      "flow.foreign-callback", "the callback of one sign-in does not complete another", refusesForeignCallbacks),
    ProviderLaw("flow.resend", "a new code can be requested at the prompt's resendAt, not before", resends),
    ProviderLaw("flow.readers", "several readers see the same updates", showsAllReadersTheSame),
    ProviderLaw("flow.dropped", "a flow is cancelled when its last reference is released", cancelsWhenDropped),
  ]

  private static func begins(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = try await driver.finish()
    let later = driver.updates.drop { if case .idle = $0 { true } else { false } }
    try require(driver.updates.count - later.count <= 1, "idle appears at most once")
    for update in later {
      if case .idle = update { throw BrokenLaw(expected: "idle appears only before the first request") }
    }
  }

  private static func endsOnce(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = try await driver.session()
    try require(driver.updates.filter(\.isTerminal).count == 1, "there is one terminal update")
    try require(driver.updates.last?.isTerminal == true, "the terminal update is the last")
    try require(await driver.next() == nil, "the sequence ends after the terminal update")
    var late = FlowDriver(driver.flow, on: bench)
    try require(await late.next()?.isTerminal == true, "a late reader sees the end")
    try require(await late.next() == nil, "a late reader sees nothing else")
  }

  /// Returns one answer of every kind.
  private static func everyAnswer() throws -> [FlowAnswer] {
    let elsewhere = try required(URL(string: "https://elsewhere.example/callback?code=1"), "a URL")
    return [
      .method("no_such_method"), .account("no-such-account"), .email("joe@example.com"), .phone("+15550100"),
      .code(Secret("123456")), .fields(["field": Secret("value")]), .signature(Secret("signature")),
      .callback(elsewhere), .resend, .poll,
    ]
  }

  private static func refusesIllegalAnswers(_ trial: ConformanceTrial) async throws {
    try await trial.atEachPrompt { bench, driver, prompt, context in
      for answer in try everyAnswer() where !prompt.allows(answer) && !context.allows(answer) {
        let count = bench.wire.requests.count
        try await requireError(.invalidState, "\(answer.name) at '\(prompt.name)'") {
          try await driver.flow.answer(answer)
        }
        try require(bench.wire.requests.count == count, "\(answer.name) at '\(prompt.name)' sends nothing")
        guard case .prompt(prompt, context) = driver.flow.current else {
          throw BrokenLaw(expected: "\(answer.name) at '\(prompt.name)' changes nothing")
        }
      }
      return (prompt, context)
    }
  }

  private static func refusesAnswersAfterEnd(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = try await driver.finish()
    let count = bench.wire.requests.count
    for answer in try everyAnswer() {
      try await requireError(.invalidState, "\(answer.name) after the end") { try await driver.flow.answer(answer) }
    }
    try require(bench.wire.requests.count == count, "an answer after the end sends nothing")
    try require(driver.flow.current.isTerminal, "an answer after the end changes nothing")
  }

  private static func showsAllReadersTheSame(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let flow = try bench.client().start(bench.fixture.request)
    var driver = FlowDriver(flow, on: bench)
    let readers = (0..<3).map { _ in
      let iterator = flow.makeAsyncIterator()
      return Task {
        var iterator = iterator
        var names: [String] = []
        while let update = await iterator.next() { names.append(update.summary) }
        return names
      }
    }
    _ = try await driver.finish()
    let seen = driver.updates.map(\.summary)
    for reader in readers {
      let names = await reader.value
      try require(
        names.count <= seen.count && names == Array(seen.suffix(names.count)) && names.last == seen.last,
        "a reader sees \(seen.joined(separator: ", ")), not \(names.joined(separator: ", "))")
    }
  }

  private static func cancelsWhenDropped(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    func toFirstPrompt() async throws {
      var driver = bench.begin(client)
      _ = try applicable(await driver.prompt(), "a sign-in shows no prompt")
    }
    try await toFirstPrompt()
    let ended = bench.observer.events.contains { event in
      if case .flowEnded(_, let error) = event { error?.code == .cancelled } else { false }
    }
    try require(ended, "the flow ends cancelled when its last reference is released")
    try require(bench.sessions.written.isEmpty, "a dropped flow stores nothing")
  }

  /// Throws `NotApplicable` with the reason if nothing was tried.
  static func applies(_ tried: borrowing Locked<Int>, _ reason: String) throws {
    if tried.withLock({ $0 }) == 0 { throw NotApplicable(reason) }
  }

  /// Requires that an error has a recovery other than abort.
  static func requireWayOut(_ error: AuthError, _ what: String) throws {
    try require(error.recovery != .abort, "\(what) ends in \(error.code) with a recovery, not with abort")
  }
}

extension FlowUpdate {
  /// The update by name, for comparison and for messages.
  var summary: String {
    switch self {
    case .idle: "idle"
    case .working(let activity): "working(\(activity.rawValue))"
    case .prompt(let prompt, let context): "prompt(\(prompt.name), \(context.lastError?.code.rawValue ?? "-"))"
    case .completed(let result): "completed(\(result.name))"
    case .failed(let error): "failed(\(error.code))"
    }
  }
}

/// Returns the error that `body` throws; nil if it throws none.
func thrown(_ body: () async throws(AuthError) -> Void) async -> AuthError? {
  do throws(AuthError) {
    try await body()
    return nil
  } catch {
    return error
  }
}

extension AuthError? {
  /// `no error`, or the error's description.
  var debugText: String { map(\.description) ?? "no error" }
}
