import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a flow treats answers: malformed, refused, of another flow, and requests for a new code.
extension ProviderConformance {
  static func keepsWrongForms(_ trial: ConformanceTrial) async throws {
    let tried = Locked(0)
    try await trial.atEachPrompt { bench, driver, prompt, context in
      var shown = (prompt, context)
      for answer in bench.server.malformedAnswers(to: prompt) {
        tried.withLock { $0 += 1 }
        shown = try await keepsWrongForm(answer, at: prompt, bench, &driver)
      }
      return shown
    }
    if try await keepsWrongAddresses(trial) { tried.withLock { $0 += 1 } }
    try applies(tried, "no prompt of a sign-in has a wrong form (malformedAnswer)")
  }

  /// The prompt for an address or a number, which is shown if the request has no user.
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
    let answers = bench.server.malformedAnswers(to: prompt)
    for answer in answers { _ = try await keepsWrongForm(answer, at: prompt, bench, &driver) }
    return !answers.isEmpty
  }

  private static func keepsWrongForm(
    _ answer: FlowAnswer, at prompt: Prompt, _ bench: ConformanceBench, _ driver: inout FlowDriver
  ) async throws -> (Prompt, PromptContext) {
    let count = bench.wire.requests.count
    try await driver.give(answer)
    let (again, around) = try required(
      await driver.prompt(), "\(answer.name) in the wrong form at '\(prompt.name)' brings the prompt again")
    try require(again.name == prompt.name, "the same prompt comes again, not '\(again.name)'")
    let error = try required(around.lastError, "'\(prompt.name)' comes again with context.lastError")
    try require(
      error.recovery == .retryInput, "the recovery of a malformed answer is retryInput, not \(error.recovery)")
    try require(bench.wire.requests.count == count, "\(answer.name) in the wrong form is not sent")
    return (again, around)
  }

  /// Two sign-ins wait at their pages, and the first one gets the callback of the second: an attacker sent the user a
  /// link that would sign them in as another user (RFC 6749 §10.12).
  static func refusesForeignCallbacks(_ trial: ConformanceTrial) async throws {
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
          throw BrokenLaw(
            reason: "the callback of another sign-in leads to the prompt '\(prompt.name)'; compare its state")
        }
        _ = try required(context.lastError, "'\(prompt.name)' comes again with context.lastError")
        return
      case .failed(let error): return try requireWayOut(error, "the callback of another sign-in")
      case .completed:
        throw BrokenLaw(
          reason: "the callback of another sign-in completes this one (\(bench.sessions.written.count - stored) "
            + "sessions stored); compare the value that binds a callback to its flow, such as a state")
      case .idle, .working: continue
      }
    }
  }

  static func bringsRefusedPromptsAgain(_ trial: ConformanceTrial) async throws {
    try await withRefusedAnswers(trial) { driver, prompt in
      while let update = await driver.next() {
        switch update {
        case .prompt(let again, let context):
          let error = try required(context.lastError, "'\(again.name)' comes with context.lastError")
          try require(again.name == prompt.name, "the same prompt comes again, not '\(again.name)'")
          return try requireWayOut(error, "a refused answer at '\(prompt.name)'")
        case .failed(let error):
          try requireWayOut(error, "a refused answer at '\(prompt.name)'")
          try requireAnotherTry(trial.fixture, prompt, "ends the flow in \(error.code)")
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

  static func errorPasses(_ trial: ConformanceTrial) async throws {
    let resumed = Locked(0)
    try await withRefusedAnswers(trial) { driver, prompt in
      guard let (again, context) = await driver.prompt() else {
        return try requireAnotherTry(trial.fixture, prompt, "ends the flow")
      }
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
    try applies(resumed, "no refused answer showed the prompt again; check that the server allows no second try")
  }

  static func countsAttempts(_ trial: ConformanceTrial) async throws {
    guard trial.fixture.countsAttempts else {
      throw NotApplicable("the server does not say how many attempts remain (countsAttempts)")
    }
    let counted = Locked(0)
    try await withRefusedAnswers(trial) { driver, prompt in
      guard prompt.takesTypedAnswer, let (again, context) = await driver.prompt() else { return }
      let first = try required(
        context.attemptsRemaining,
        "'\(prompt.name)' comes again with the remaining attempts (set countsAttempts to false if the server names none)"
      )
      guard first > 1 else { return }
      guard let answer = try await driver.refusedAnswer(again, context) else { return }
      counted.withLock { $0 += 1 }
      try await driver.give(answer)
      guard let (_, next) = await driver.prompt() else { return }
      let second = try required(next.attemptsRemaining, "'\(prompt.name)' names the remaining attempts again")
      try require(
        second < first, "after a second refused answer at '\(prompt.name)', fewer than \(first) attempts remain")
    }
    try applies(counted, "no code could be refused twice")
  }

  /// A wrong code or field that the server lets the user correct must bring its prompt again.
  private static func requireAnotherTry(
    _ fixture: ProviderFixture, _ prompt: Prompt, _ what: String
  ) throws {
    try require(
      !(fixture.allowsAnotherTry && prompt.takesTypedAnswer),
      "a refused answer at '\(prompt.name)' brings the prompt again; it \(what) (set allowsAnotherTry to false if the server "
        + "takes no second answer)")
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

  static func resends(_ trial: ConformanceTrial) async throws {
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
}

extension Prompt {
  /// Whether the user types what the server then takes or refuses.
  fileprivate var takesTypedAnswer: Bool {
    switch self {
    case .enterCode, .enterTOTP, .setupTOTP, .input: true
    case .selectMethod, .selectAccount, .enterEmail, .enterPhone, .redirect, .awaitApproval, .sign, .unknown: false
    }
  }
}
