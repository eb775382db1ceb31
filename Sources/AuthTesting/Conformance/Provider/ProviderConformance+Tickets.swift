import AuthCore

extension ProviderConformance {
  /// Laws about suspended flows and their tickets.
  static let ticketLaws: [ProviderLaw] = [
    ProviderLaw(
      "ticket.resumes", "a flow that was suspended at a prompt continues at the app's next start", needs: .flowResuming,
      resumes),
    ProviderLaw("ticket.once", "a ticket works once", needs: .flowResuming, worksOnce),
    ProviderLaw("ticket.foreign", "a foreign or garbled ticket is refused", needs: .flowResuming, refusesForeign),
    ProviderLaw("ticket.secrecy", "a ticket contains no secret", needs: .flowResuming, holdsNoSecret),
    ProviderLaw("ticket.unsupported", "without the capability, suspend() throws unsupported", refusesToSuspend),
  ]

  /// A flow that was stopped at a prompt, with its ticket if the flow could be suspended there.
  private struct Suspended {
    let bench: ConformanceBench
    /// The ticket; nil if the flow cannot be suspended at this prompt.
    let ticket: FlowTicket?
    let prompt: Prompt
    /// The answer that was right when the flow was suspended.
    let answer: FlowAnswer
  }

  /// Suspends a new app's flow at the `target`th prompt, counted from 0; returns nil if the flow has fewer prompts.
  private static func suspended(_ trial: ConformanceTrial, at target: Int) async throws -> Suspended? {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    var prompt = await driver.prompt()
    for _ in 0..<target {
      guard let (shown, context) = prompt else { return nil }
      try await driver.answer(shown, context)
      prompt = await driver.prompt()
    }
    guard let (shown, context) = prompt else { return nil }
    let answer = try await bench.answer(shown, context)
    bench.answers.note(answer, to: shown)
    let ticket: FlowTicket
    do throws(AuthError) {
      ticket = try await driver.flow.suspend()
    } catch {
      try require(error.code == .unsupported, "a prompt that cannot be suspended throws unsupported, not \(error)")
      return Suspended(bench: bench, ticket: nil, prompt: shown, answer: answer)
    }
    while await driver.next() != nil {}
    try require(driver.updates.last?.isTerminal == true, "a flow ends when it is suspended")
    return Suspended(bench: bench, ticket: ticket, prompt: shown, answer: answer)
  }

  /// Makes an app whose flow was suspended at the first prompt that allows it.
  private static func suspendedFirst(
    _ trial: ConformanceTrial
  ) async throws -> (bench: ConformanceBench, ticket: FlowTicket) {
    for target in 0..<20 {
      guard let flow = try await suspended(trial, at: target) else { break }
      if let ticket = flow.ticket { return (flow.bench, ticket) }
    }
    throw NotApplicable("no prompt of a sign-in can be suspended")
  }

  private static func resumes(_ trial: ConformanceTrial) async throws {
    var count = 0
    for target in 0..<20 {
      guard let flow = try await suspended(trial, at: target) else { break }
      guard let ticket = flow.ticket else { continue }
      count += 1
      let bench = flow.bench
      let next = try bench.client()
      var driver = FlowDriver(next.resume(FlowTicket(rawValue: ticket.rawValue)), on: bench)
      let (prompt, context) = try required(await driver.prompt(), "the resumed flow shows its prompt")
      try require(prompt.name == flow.prompt.name, "the prompt is the suspended one, not '\(prompt.name)'")
      try require(context.lastError == nil, "the prompt is shown without an error: \(context.lastError.debugText)")
      // Give the answer that was right at the suspension: a flow that started again would not accept it.
      try await driver.give(flow.answer)
      switch try await driver.finish() {
      case .success(.session(let session, _)):
        try require(try await bench.storedSession() == session, "the resumed flow's session is stored")
      case .success: break
      case .failure(let error): throw BrokenLaw(reason: "the resumed flow failed: \(error)")
      }
      if let error = driver.errors.first {
        throw BrokenLaw(reason: "the resumed flow refused the answer that was right when it was suspended: \(error)")
      }
    }
    if count == 0 {
      let bench = try await trial.bench()
      let resumable = (try bench.client().provider() as? any FlowResuming)?.resumableMethods ?? []
      if let method = bench.fixture.request.method, !resumable.contains(method) {
        throw NotApplicable("'\(method)' is not among the resumableMethods")
      }
    }
    try require(count > 0, "at least one prompt of a sign-in can be suspended")
  }

  private static func worksOnce(_ trial: ConformanceTrial) async throws {
    let (bench, ticket) = try await suspendedFirst(trial)
    let client = try bench.client()
    var first = FlowDriver(client.resume(ticket), on: bench)
    let prompt = await first.prompt()
    let count = bench.wire.requests.count
    var second = FlowDriver(try bench.client().resume(ticket), on: bench)
    guard case .failure(let error) = try await second.finish(), error.code == .flowExpired else {
      throw BrokenLaw(expected: "the second use of a ticket is flow_expired")
    }
    try require(bench.wire.requests.count == count, "the second use sends nothing")
    if case .failure(let error) = try await first.finish(after: prompt) {
      throw BrokenLaw(reason: "the first use of the ticket failed: \(error)")
    }
  }

  private static func refusesForeign(_ trial: ConformanceTrial) async throws {
    let (bench, ticket) = try await suspendedFirst(trial)
    let (other, foreign) = try await suspendedFirst(trial)
    let client = try bench.client()
    let count = bench.wire.requests.count
    let texts = [
      "", "nonsense", ticket.rawValue + "x", String(ticket.rawValue.dropLast()), "." + ticket.rawValue,
      ticket.rawValue == foreign.rawValue ? "bm9ib2R5.key" : foreign.rawValue,
    ]
    for text in texts {
      var driver = FlowDriver(client.resume(FlowTicket(rawValue: text)), on: bench)
      guard case .failure = try await driver.finish() else {
        throw BrokenLaw(expected: "a garbled ticket is refused")
      }
    }
    try require(bench.wire.requests.count == count, "a refused ticket sends nothing")
    try require(bench.sessions.written.isEmpty && other.sessions.written.isEmpty, "a refused ticket stores nothing")
  }

  private static func holdsNoSecret(_ trial: ConformanceTrial) async throws {
    let (bench, ticket) = try await suspendedFirst(trial)
    var search = SecretSearch(try await bench.secrets())
    search.look(in: ticket.rawValue, "the ticket")
    // A ticket consists of parts, each encoded separately.
    for part in ticket.rawValue.split(separator: ".") {
      search.look(in: Base64URL.decode(part).map { String(decoding: $0, as: UTF8.self) } ?? "", "the ticket")
    }
    try search.requireNothing()
    try require(
      ticket.rawValue.utf8.count <= 256,
      "a ticket has at most 256 bytes: it names the record of the flow's state and does not contain the state")
  }

  private static func refusesToSuspend(_ trial: ConformanceTrial) async throws {
    let first = try await trial.bench()
    if try first.client().provider() is any FlowResuming {
      throw NotApplicable("the provider has the capability 'flowResuming'")
    }
    try await trial.atEachPrompt { _, driver, prompt, context in
      try await requireError(.unsupported, "suspend() at '\(prompt.name)'") { try await driver.flow.suspend() }
      return (prompt, context)
    }
  }
}
