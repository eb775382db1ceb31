import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks of the answers to a flow: malformed answers, refused answers, answers of another flow, requests for a new
/// code.
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
    try applies(tried, "no prompt of a sign-in has a malformed answer (malformedAnswer)")
  }

  /// Checks the prompt for an email address or a phone number, which a flow shows if the request does not name a user.
  /// Returns false if there is no such prompt or no malformed answer to it.
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
      await driver.prompt(), "a malformed value in \(answer.name) at '\(prompt.name)' shows the prompt again")
    try require(again.name == prompt.name, "the same prompt is shown again, not '\(again.name)'")
    let error = try required(around.lastError, "'\(prompt.name)' is shown again with context.lastError")
    try require(
      error.recovery == .retryInput, "the recovery of a malformed answer is retryInput, not \(error.recovery)")
    try require(bench.wire.requests.count == count, "a malformed value in \(answer.name) is not sent")
    return (again, around)
  }

  /// Starts two sign-ins up to their pages, and gives the callback of the second to the first. In an attack, the
  /// callback comes from a link that would sign the user in as another user (RFC 6749 §10.12).
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
            reason: "the callback of another sign-in leads to the prompt '\(prompt.name)'; compare the "
              + "callback's state with the flow's")
        }
        _ = try required(context.lastError, "'\(prompt.name)' is shown again with context.lastError")
        return
      case .failed(let error): return try requireWayOut(error, "the callback of another sign-in")
      case .completed:
        throw BrokenLaw(
          reason: "the callback of another sign-in completes this one (sessions stored: "
            + "\(bench.sessions.written.count - stored)); compare the value that binds a callback to its flow, such as "
            + "the state, with the flow's")
      case .idle, .working: continue
      }
    }
  }

  static func bringsRefusedPromptsAgain(_ trial: ConformanceTrial) async throws {
    try await withRefusedAnswers(trial) { driver, prompt in
      while let update = await driver.next() {
        switch update {
        case .prompt(let again, let context):
          let error = try required(context.lastError, "'\(again.name)' is shown with context.lastError")
          try require(again.name == prompt.name, "the same prompt is shown again, not '\(again.name)'")
          return try requireWayOut(error, "a refused answer at '\(prompt.name)'")
        case .failed(let error):
          try requireWayOut(error, "a refused answer at '\(prompt.name)'")
          try requireAnotherTry(trial.fixture, prompt, "ends the flow in \(error.code)")
          // A recovery that needs the prompt is of no use after the flow has ended.
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
        try require(last.1.lastError == nil, "'\(last.0.name)' does not show the error of the prompt before")
      }
    }
    try applies(resumed, "no refused answer showed the prompt again; verify that the vendor allows no second try")
  }

  static func countsAttempts(_ trial: ConformanceTrial) async throws {
    guard trial.fixture.countsAttempts else {
      throw NotApplicable("the server does not return the number of remaining attempts (countsAttempts)")
    }
    let counted = Locked(0)
    try await withRefusedAnswers(trial) { driver, prompt in
      guard prompt.takesTypedAnswer, let (again, context) = await driver.prompt() else { return }
      let first = try required(
        context.attemptsRemaining,
        "'\(prompt.name)' is shown again with attemptsRemaining (set countsAttempts to false if the server counts none)"
      )
      guard first > 1 else { return }
      guard let answer = try await driver.refusedAnswer(again, context) else { return }
      counted.withLock { $0 += 1 }
      try await driver.give(answer)
      guard let (_, next) = await driver.prompt() else { return }
      let second = try required(next.attemptsRemaining, "'\(prompt.name)' is shown again with attemptsRemaining")
      try require(
        second < first, "after a second refused answer at '\(prompt.name)', fewer than \(first) attempts remain")
    }
    try applies(counted, "no code could be refused twice")
  }

  /// Requires that a refused code or field shows its prompt again if the server allows another try. `what` describes
  /// what happened instead.
  private static func requireAnotherTry(
    _ fixture: ProviderFixture, _ prompt: Prompt, _ what: String
  ) throws {
    try require(
      !(fixture.allowsAnotherTry && prompt.takesTypedAnswer),
      "a refused answer at '\(prompt.name)' shows the prompt again; instead, it \(what) (set allowsAnotherTry to "
        + "false if the server accepts no second answer)")
  }

  /// For each prompt that has a refused answer: starts a new app, gives right answers up to the prompt, gives the
  /// refused answer, and runs `check`.
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
        try require(error.retryAfter != nil, "the error of resend() before its time has retryAfter")
        try require(bench.wire.requests.count == count, "resend() before its time sends nothing")
        bench.clock.advance(by: Duration(fractionalSeconds: open.timeIntervalSince(bench.clock.now()) + 1))
      }
      let count = bench.wire.requests.count
      try await driver.flow.resend()
      let (again, around) = try required(await driver.prompt(), "resend() shows the prompt again")
      try require(around.lastError == nil, "resend() at its time has no error: \(around.lastError.debugText)")
      try require(bench.wire.requests.count > count, "resend() sends a request")
      return (again, around)
    }
    try applies(tried, "a sign-in has no prompt for a code that the server sends")
  }
}

extension Prompt {
  /// Whether the user types an answer that the server accepts or refuses.
  var takesTypedAnswer: Bool {
    switch self {
    case .enterCode, .enterTOTP, .setupTOTP, .input: true
    case .selectMethod, .selectAccount, .enterEmail, .enterPhone, .redirect, .awaitApproval, .sign, .unknown: false
    }
  }
}
