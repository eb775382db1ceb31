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
      "flow.error-passes", "an error does not persist: the right answer after a wrong one signs in", errorPasses),
    ProviderLaw(
      "flow.foreign-callback", "the callback of one sign-in does not complete another", refusesForeignCallbacks),
    ProviderLaw("flow.resend", "a new code can be requested at its time, not before", resends),
    ProviderLaw("flow.readers", "several readers see the same updates", showsAllReadersTheSame),
    ProviderLaw("flow.dropped", "a flow without references is cancelled here", cancelsWhenDropped),
  ]

  private static func begins(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = try await driver.finish()
    let later = driver.updates.drop { if case .idle = $0 { true } else { false } }
    try require(driver.updates.count - later.count <= 1, "idle comes once at most")
    for update in later {
      if case .idle = update { throw BrokenLaw(reason: "idle comes only before the first request") }
    }
  }

  private static func endsOnce(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    _ = try await driver.session()
    try require(driver.updates.filter(\.isTerminal).count == 1, "there is one terminal update")
    try require(driver.updates.last?.isTerminal == true, "the terminal update is the last")
    try require(await driver.next() == nil, "the sequence ends after it")
    var late = FlowDriver(driver.flow, on: bench)
    try require(await late.next()?.isTerminal == true, "a late reader sees the end")
    try require(await late.next() == nil, "and nothing else")
  }

  /// One answer of every kind.
  private static func everyAnswer() throws -> [FlowAnswer] {
    let elsewhere = try required(URL(string: "https://elsewhere.example/callback?code=1"), "a URL")
    return [
      .method("no_such_method"), .account("no-such-account"), .email("joe@example.com"), .phone("+15550100"),
      .code(Secret("123456")), .fields(["field": "value"]), .callback(elsewhere), .resend, .poll,
    ]
  }

  private static func refusesIllegalAnswers(_ trial: ConformanceTrial) async throws {
    try await trial.atEachPrompt { bench, driver, prompt, context in
      for answer in try everyAnswer() where !prompt.allows(answer) {
        let count = bench.wire.requests.count
        try await requireError(.invalidState, "\(answer.name) at '\(prompt.name)'") {
          try await driver.flow.answer(answer)
        }
        try require(bench.wire.requests.count == count, "\(answer.name) at '\(prompt.name)' sends nothing")
        guard case .prompt(prompt, context) = driver.flow.current else {
          throw BrokenLaw(reason: "\(answer.name) at '\(prompt.name)' changes nothing")
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

  private static func keepsWrongForms(_ trial: ConformanceTrial) async throws {
    let tried = Locked(0)
    try await trial.atEachPrompt { bench, driver, prompt, context in
      guard let answer = bench.server.malformedAnswer(prompt) else { return (prompt, context) }
      tried.withLock { $0 += 1 }
      let count = bench.wire.requests.count
      try await driver.give(answer)
      guard let (again, around) = await driver.prompt() else {
        throw BrokenLaw(reason: "\(answer.name) in the wrong form at '\(prompt.name)' brings the prompt again")
      }
      try require(again.name == prompt.name, "the same prompt comes again, not '\(again.name)'")
      let error = try required(around.lastError, "'\(prompt.name)' comes again with context.lastError")
      try require(
        error.recovery == .retryInput, "the recovery of a malformed answer is retryInput, not \(error.recovery)")
      try require(bench.wire.requests.count == count, "\(answer.name) in the wrong form is not sent")
      return (again, around)
    }
    if try await keepsWrongAddresses(trial) { tried.withLock { $0 += 1 } }
    try applies(tried, "no prompt of a sign-in has a wrong form (malformedAnswer)")
  }

  /// The prompt for an address or a number, which is shown when the request names no user.
  private static func keepsWrongAddresses(_ trial: ConformanceTrial) async throws -> Bool {
    let bench = try await trial.bench()
    var request = bench.fixture.request
    guard request.identifier != nil else { return false }
    request.identifier = nil
    var driver = bench.begin(try bench.client(), request)
    guard let (prompt, _) = await driver.prompt() else { return false }
    switch prompt {
    case .enterEmail, .enterPhone: break
    default: return false
    }
    guard let answer = bench.server.malformedAnswer(prompt) else { return false }
    let count = bench.wire.requests.count
    try await driver.give(answer)
    let (again, around) = try required(
      await driver.prompt(), "\(answer.name) in the wrong form at '\(prompt.name)' brings the prompt again")
    try require(again.name == prompt.name, "the same prompt comes again, not '\(again.name)'")
    let error = try required(around.lastError, "'\(prompt.name)' comes again with context.lastError")
    try require(
      error.recovery == .retryInput, "the recovery of a malformed answer is retryInput, not \(error.recovery)")
    try require(bench.wire.requests.count == count, "\(answer.name) in the wrong form is not sent")
    return true
  }

  /// Two sign-ins wait at their pages, and the first one gets the callback of the second: an attacker sent the user a
  /// link that would sign them in as another user (RFC 6749 §10.12).
  private static func refusesForeignCallbacks(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    func toPage() async throws -> (driver: FlowDriver, answer: FlowAnswer, callback: URL)? {
      var driver = bench.begin(client)
      for _ in 0..<20 {
        guard let (prompt, context) = await driver.prompt() else { return nil }
        let answer = try await bench.answer(prompt, context)
        if case .redirect = prompt, case .callback(let callback) = answer { return (driver, answer, callback) }
        try await driver.give(answer)
      }
      return nil
    }
    var own = try applicable(try await toPage(), "a sign-in opens no page")
    let other = try required(try await toPage(), "every sign-in shows the same prompts")
    if own.callback == other.callback { throw NotApplicable("every page has the same callback") }
    let stored = bench.sessions.written.count
    try await own.driver.give(other.answer)
    while let update = await own.driver.next() {
      switch update {
      case .prompt(let prompt, let context):
        guard case .redirect = prompt else {
          throw BrokenLaw(reason: "the callback of another sign-in leads to '\(prompt.name)': compare its state")
        }
        _ = try required(context.lastError, "'\(prompt.name)' comes again with context.lastError")
        return
      case .failed(let error): return try requireWayOut(error, "the callback of another sign-in")
      case .completed:
        throw BrokenLaw(
          reason: "the callback of another sign-in completes this one (\(bench.sessions.written.count - stored) "
            + "sessions stored): compare what binds a callback to its flow, as a state does")
      case .idle, .working: continue
      }
    }
  }

  private static func bringsRefusedPromptsAgain(_ trial: ConformanceTrial) async throws {
    try await withRefusedAnswers(trial) { driver, prompt in
      while let update = await driver.next() {
        switch update {
        case .prompt(let again, let context):
          let error = try required(context.lastError, "'\(again.name)' comes with context.lastError")
          try require(again.name == prompt.name, "the same prompt comes again, not '\(again.name)'")
          return try requireWayOut(error, "a refused answer at '\(prompt.name)'")
        case .failed(let error):
          try requireWayOut(error, "a refused answer at '\(prompt.name)'")
          // A recovery that needs the prompt does not help in a flow that has ended.
          switch error.recovery {
          case .retryInput, .resend:
            throw BrokenLaw(
              reason:
                "a refused answer at '\(prompt.name)' ends the flow in \(error.code), which the user could correct "
                + "(\(error.recovery)): show the prompt again with context.failing(error)")
          default: return
          }
        case .completed: throw BrokenLaw(reason: "a refused answer at '\(prompt.name)' completes the flow")
        case .idle, .working: continue
        }
      }
    }
  }

  private static func errorPasses(_ trial: ConformanceTrial) async throws {
    let resumed = Locked(0)
    try await withRefusedAnswers(trial) { driver, prompt in
      guard let (again, context) = await driver.prompt() else { return }
      resumed.withLock { $0 += 1 }
      try await driver.answer(again, context)
      if case .failure(let error) = try await driver.finish() {
        throw BrokenLaw(reason: "the right answer after a refused one at '\(prompt.name)' fails: \(error)")
      }
      let next = driver.updates.compactMap {
        if case .prompt(let shown, let around) = $0 { (shown, around) } else { nil }
      }
      if let last = next.last, last.0.name != again.name {
        try require(last.1.lastError == nil, "the next prompt, '\(last.0.name)', has no error of the one before")
      }
    }
    try applies(resumed, "every refused answer ends the flow")
  }

  /// For each prompt that has a refused answer: a new app, right answers up to that prompt, the refused one, `check`.
  private static func withRefusedAnswers(
    _ trial: ConformanceTrial, _ check: (inout FlowDriver, Prompt) async throws -> Void
  ) async throws {
    _ = try applicable(try await trial.bench().server.refusedAnswer, "the server has no refusedAnswer")
    let tried = Locked(0)
    for target in 0..<20 {
      let bench = try await trial.bench()
      var driver = bench.begin(try bench.client())
      var prompt = await driver.prompt()
      for _ in 0..<target {
        guard let (shown, context) = prompt else { break }
        try await driver.answer(shown, context)
        prompt = await driver.prompt()
      }
      guard let (shown, context) = prompt else { break }
      guard let answer = try await bench.server.refusedAnswer?(shown, context) else { continue }
      tried.withLock { $0 += 1 }
      try await driver.give(answer)
      try await check(&driver, shown)
      try require(
        bench.sessions.written.isEmpty || driver.updates.last?.isTerminal == true,
        "a refused answer at '\(shown.name)' stores no session")
    }
    try applies(tried, "no prompt of a sign-in has a refused answer (refusedAnswer)")
  }

  private static func resends(_ trial: ConformanceTrial) async throws {
    let tried = Locked(0)
    try await trial.atEachPrompt { bench, driver, prompt, context in
      guard case .enterCode(let code) = prompt else { return (prompt, context) }
      tried.withLock { $0 += 1 }
      if let open = code.resendAt, !code.canResend(at: bench.clock.now()) {
        let count = bench.wire.requests.count
        let flow = driver.flow
        let error = try required(
          await thrown { () throws(AuthError) in try await flow.resend() }, "resend() before its time throws")
        try require(error.code == .invalidState, "resend() before its time throws invalid_state, not \(error.code)")
        try require(error.retryAfter != nil, "resend() before its time says when (retryAfter)")
        try require(bench.wire.requests.count == count, "resend() before its time sends nothing")
        bench.clock.advance(by: Duration(fractionalSeconds: open.timeIntervalSince(bench.clock.now()) + 1))
      }
      let count = bench.wire.requests.count
      try await driver.flow.resend()
      let (again, around) = try required(await driver.prompt(), "resend() shows the prompt again")
      try require(around.lastError == nil, "a new code can be requested at its time: \(around.lastError.debugText)")
      try require(bench.wire.requests.count > count, "resend() asks the server")
      return (again, around)
    }
    try applies(tried, "a sign-in has no prompt for a code that was sent")
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

  /// Not applicable unless something was tried.
  static func applies(_ tried: borrowing Locked<Int>, _ reason: String) throws {
    if tried.withLock({ $0 }) == 0 { throw NotApplicable(reason) }
  }

  /// Requires that an error has a recovery.
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

/// The error that `body` throws.
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
