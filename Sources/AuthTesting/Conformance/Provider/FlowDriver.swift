import AuthCore

/// A reader of a flow that gives the fixture's answers and keeps every update.
struct FlowDriver {
  let flow: AuthFlow
  private let bench: ConformanceBench
  private let request: FlowRequest?
  private var iterator: AuthFlow.Iterator
  /// Every update that was read.
  private(set) var updates: [FlowUpdate] = []

  /// Creates a driver for a flow.
  ///
  /// - Parameters:
  ///   - flow: the flow to read.
  ///   - bench: the bench on which the flow runs.
  ///   - request: the flow's request; nil for the fixture's.
  init(_ flow: AuthFlow, on bench: ConformanceBench, of request: FlowRequest? = nil) {
    self.flow = flow
    self.bench = bench
    self.request = request
    iterator = flow.makeAsyncIterator()
  }

  /// The result or the error that the flow ended with; nil before its end.
  var end: Result<FlowResult, AuthError>? {
    switch updates.last {
    case .completed(let result): .success(result)
    case .failed(let error): .failure(error)
    case .idle, .working, .prompt, nil: nil
    }
  }

  mutating func next() async -> FlowUpdate? {
    guard let update = await iterator.next() else { return nil }
    updates.append(update)
    bench.journal.note(update)
    return update
  }

  /// Returns the next prompt; nil if the flow ends without another prompt.
  mutating func prompt() async -> (prompt: Prompt, context: PromptContext)? {
    while let update = await next() {
      if case .prompt(let prompt, let context) = update { return (prompt, context) }
    }
    return nil
  }

  /// Gives an answer and records its secrets.
  func give(_ answer: FlowAnswer) async throws {
    bench.answers.note(answer, to: flow.current.prompt)
    try await flow.answer(answer)
  }

  /// Gives a prompt its right answer.
  func answer(_ prompt: Prompt, _ context: PromptContext) async throws {
    try await give(try await bench.answer(prompt, context, to: request))
  }

  /// Returns an answer that the server refuses; nil if the prompt has no such answer.
  func refusedAnswer(_ prompt: Prompt, _ context: PromptContext) async throws -> FlowAnswer? {
    try await bench.server.refusedAnswer?(prompt, context)
  }

  /// Gives every prompt its right answer until the flow ends. Resets the flow at the third error, because a flow must
  /// not keep failing when every answer is right.
  ///
  /// - Parameter shown: a prompt that was already read and not answered; nil if every prompt was answered.
  /// - Throws: `BrokenLaw` if there are more than 20 prompts, or if the updates end without a terminal update.
  mutating func finish(
    after shown: (prompt: Prompt, context: PromptContext)? = nil
  ) async throws -> Result<FlowResult, AuthError> {
    if let shown { try await answer(shown.prompt, shown.context) }
    var count = 0
    var faults = 0
    while let (prompt, context) = await prompt() {
      count += 1
      try require(count <= 20, "a sign-in asks for at most 20 answers (now '\(prompt.name)')")
      faults += context.lastError == nil ? 0 : 1
      if faults < 3 { try await answer(prompt, context) } else { flow.reset() }
    }
    guard let end else { throw BrokenLaw(reason: "the sequence of updates ends without a terminal update") }
    return end
  }

  /// Continues to the end of the flow and returns its session.
  mutating func session() async throws -> Session {
    switch try await finish() {
    case .success(.session(let session, _)): return session
    case .success(let result): throw NotApplicable("a sign-in ends in \(result.name), not in a session")
    case .failure(let error): throw BrokenLaw(reason: "a sign-in with right answers fails: \(error)")
    }
  }

  /// The errors so far, in order: the errors of the prompts, and the error with which the flow ended.
  var errors: [AuthError] {
    updates.compactMap { update in
      switch update {
      case .prompt(_, let context): context.lastError
      case .failed(let error): error
      case .idle, .working, .completed: nil
      }
    }
  }
}

extension ConformanceTrial {
  /// Runs `body` at every prompt of a sign-in with right answers. `body` may read further updates, but it must return
  /// the prompt that the flow then shows; that prompt gets the right answer.
  func atEachPrompt(
    _ body: (ConformanceBench, inout FlowDriver, Prompt, PromptContext) async throws -> (Prompt, PromptContext)
  ) async throws {
    let bench = try await bench()
    var driver = bench.begin(try bench.client())
    var count = 0
    while let (prompt, context) = await driver.prompt() {
      count += 1
      try require(count <= 20, "a sign-in asks for at most 20 answers (now '\(prompt.name)')")
      let (now, around) = try await body(bench, &driver, prompt, context)
      try await driver.answer(now, around)
    }
    guard count > 0 else { throw NotApplicable("a sign-in shows no prompt") }
    if case .failure(let error) = driver.end {
      throw BrokenLaw(reason: "the sign-in did not continue: \(error)")
    }
  }
}

extension FlowUpdate {
  /// The prompt of the update; nil if the update has no prompt.
  fileprivate var prompt: Prompt? { if case .prompt(let prompt, _) = self { prompt } else { nil } }
}
