import AuthCore

extension SandboxState {
  /// The maximum number of requests that are sent before the user is asked again.
  private static let requestLimit = 10

  /// Handles a form of the page of a sign-in by hand, and redirects back to the page.
  mutating func signInByHand(_ vendor: String, _ request: SandboxRequest) -> SandboxResponse {
    guard let fields = pageGuard.fields(of: request, origins: world.pageOrigins) else {
      return PageForm.refused(.signIn).response
    }
    if fields["do"] == "restart" {
      signIns[vendor] = nil
    } else {
      continueSignIn(vendor, with: fields.filter { !["do", "token"].contains($0.key) }.map { ($0.key, $0.value) })
    }
    return SandboxResponse(status: 303, headers: ["Location": SignInPage.path(vendor)])
  }

  /// Returns the page of a sign-in by hand. A redirect that has the `state` of the sign-in continues it.
  mutating func signInPage(_ vendor: String, _ request: SandboxRequest) -> SandboxResponse {
    if let state = request.queryValue("state"), let attempt = signIns[vendor],
      ConstantTime.equal(state, attempt.progress.state)
    {
      continueSignIn(vendor, with: request.query.filter { $0.name != "state" })
      return SandboxResponse(status: 303, headers: ["Location": SignInPage.path(vendor)])
    }
    let attempt = signIns[vendor] ?? SignInAttempt(random: world.random)
    signIns[vendor] = attempt
    guard let step = signInStep(vendor, attempt) else { return .notFound(request) }
    let code: String? =
      if case .form(let form) = step, let address = form.codeAddress {
        world.outbox.messages.last { $0.provider == vendor && $0.address == address }?.code
      } else { nil }
    let issued = attempt.exchanges.flatMap { log.detail(of: $0.sequence)?.issued ?? [] }
    let token = pageGuard.token(world.random)
    return SignInPage.page(vendor, attempt, step, code: code, issued: issued, token: token).response
  }

  /// The vendors with a sign-in by hand.
  var signInVendors: [String] {
    let empty = SandboxSignInProgress(random: world.random)
    return vendors.filter { $0.signInStep(empty, world: world) != nil }.map(\.name)
  }

  /// Adds the user's inputs, and sends requests until the user is asked again.
  private mutating func continueSignIn(_ vendor: String, with fields: [(name: String, value: String)]) {
    var attempt = signIns[vendor] ?? SignInAttempt(random: world.random)
    attempt.enter(fields)
    sendRequests(of: &attempt, at: vendor)
    signIns[vendor] = attempt
  }

  private mutating func sendRequests(of attempt: inout SignInAttempt, at vendor: String) {
    for _ in 0..<Self.requestLimit {
      switch signInStep(vendor, attempt) {
      case .send(let name, let request):
        let before = log.lastSequence
        let response = exchange(request).response
        guard attempt.add(name, request, response, sequence: before + 1) else { return }
      case .retry(let message): return attempt.retry(message)
      case .form, .visit, .failed, .finished, nil: return
      }
    }
    attempt.retry("The sign-in sent \(Self.requestLimit) requests without asking the user. Report this to its author.")
  }

  private func signInStep(_ vendor: String, _ attempt: SignInAttempt) -> SandboxSignInStep? {
    vendors.first { $0.name == vendor }?.signInStep(attempt.progress, world: world)
  }
}
