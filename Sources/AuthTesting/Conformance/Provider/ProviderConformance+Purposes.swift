import AuthCore

extension ProviderConformance {
  /// Completes a flow for each of the fixture's `purposeRequests`. If the provider resumes flows, completes each flow
  /// once more, with a suspension.
  static func completesPurposes(_ trial: ConformanceTrial) async throws {
    let first = try await trial.bench()
    let provider = try first.client().provider()
    var missing: [String] = []
    if provider is any CredentialEnrolling { missing.append("enroll") }
    if provider is any StepUp { missing.append("step-up") }
    if provider is any AccountLinking { missing.append("link") }
    let requests = first.fixture.purposeRequests
    if missing.isEmpty, requests.isEmpty { throw NotApplicable("the provider's only purpose is to sign in") }
    for request in requests { missing.removeAll { $0 == request.purpose.name } }
    try await complete(requests, first, isInterrupted: false)
    if provider is any FlowResuming { try await complete(requests, try await trial.bench(), isInterrupted: true) }
    if !missing.isEmpty {
      throw NotApplicable("the fixture has no request for: \(missing.joined(separator: ", ")) (purposeRequests)")
    }
  }

  private static func complete(
    _ requests: [FlowRequest], _ bench: ConformanceBench, isInterrupted: Bool
  ) async throws {
    let client = try bench.client()
    let session = try await bench.signIn(client)
    for request in requests {
      var driver = bench.begin(client, request)
      if isInterrupted, let resumed = try await resumed(&driver, request, bench) { driver = resumed }
      let end = if let end = driver.end { end } else { try await driver.finish() }
      try await requireOwnResult(end, of: request.purpose, session, bench)
    }
  }

  /// Suspends the flow at the first prompt that allows it, and returns the driver of the flow that was resumed at the
  /// app's next start; nil if no prompt can be suspended.
  private static func resumed(
    _ driver: inout FlowDriver, _ request: FlowRequest, _ bench: ConformanceBench
  ) async throws -> FlowDriver? {
    for _ in 0..<20 {
      guard let (prompt, context) = await driver.prompt() else { return nil }
      let ticket: FlowTicket
      do throws(AuthError) {
        ticket = try await driver.flow.suspend()
      } catch {
        try require(error.code == .unsupported, "a prompt that cannot be suspended throws unsupported, not \(error)")
        try await driver.answer(prompt, context)
        continue
      }
      return FlowDriver(try bench.client().resume(ticket), on: bench, of: request)
    }
    return nil
  }

  private static func requireOwnResult(
    _ end: Result<FlowResult, AuthError>, of purpose: FlowRequest.Purpose, _ session: Session, _ bench: ConformanceBench
  ) async throws {
    switch (end, purpose) {
    case (.failure(let error), _):
      throw BrokenLaw(reason: "'\(purpose.name)' with right answers fails: \(error)")
    case (.success(.session(let own, _)), .stepUp), (.success(.session(let own, _)), .link):
      try require(own.subject.hasSameBytes(as: session.subject), "'\(purpose.name)' keeps the session's user")
      try require(own.tenant.hasSameBytes(as: session.tenant), "'\(purpose.name)' keeps the session's tenant")
      try require(try await bench.storedSession() == own, "'\(purpose.name)' stores and selects the session it returns")
    case (.success(.proof), .stepUp), (.success(.authorizationCode), .stepUp), (.success(.credential), .enroll),
      (.success(.credential), .link):
      break
    case (.success, .signIn), (.success, .signUp), (.success, .manage): return
    case (.success(let result), _):
      throw BrokenLaw(reason: "'\(purpose.name)' ends in a result of the wrong kind, '\(result.name)'")
    }
    let stored = try required(try await bench.storedSession(), "'\(purpose.name)' keeps the user signed in")
    try require(stored.subject.hasSameBytes(as: session.subject), "'\(purpose.name)' keeps the signed-in user")
  }
}
