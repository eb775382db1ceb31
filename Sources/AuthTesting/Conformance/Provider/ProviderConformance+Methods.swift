import AuthCore

extension ProviderConformance {
  /// Starts a sign-in with each offered method, and checks that the flow uses the method.
  ///
  /// Two methods must not begin in the same way: the method is in a request to the vendor or in the prompt. A sign-in
  /// that completes with a method whose prompt is known must have shown this prompt.
  static func usesRequestedMethods(_ trial: ConformanceTrial) async throws {
    var seen: [(method: MethodID, beginnings: [FlowBeginning])] = []
    let methods = try await trial.bench().client().provider().methods
    for method in methods where !trial.fixture.replacedMethods.contains(method) {
      try await requireOwnPrompt(method, trial)
      var beginnings: [FlowBeginning] = []
      for _ in 0..<2 { if let one = try await beginning(method, trial) { beginnings.append(one) } }
      guard beginnings.count == 2 else { continue }
      for other in seen where FlowBeginning.areSame(beginnings, other.beginnings) {
        throw BrokenLaw(
          reason: "a sign-in with '\(method)' sends and shows the same as one with '\(other.method)' "
            + "('\(beginnings[0].prompt.name)')" + Self.remedy)
      }
      seen.append((method, beginnings))
    }
    if seen.count < 2, !(try await knowsPrompt(trial)) {
      throw NotApplicable("the suite cannot distinguish the methods: fewer than two of them ask the user")
    }
  }

  private static let remedy =
    "; start the method that the request names (add the method to replacedMethods if the vendor replaces it, because "
    + "the fixture's user has not set it up)"

  /// Whether the suite knows the prompt of an offered method.
  private static func knowsPrompt(_ trial: ConformanceTrial) async throws -> Bool {
    try await trial.bench().client().provider().methods.contains { $0.hasKnownPrompt }
  }

  /// Returns the beginning of a sign-in up to the first prompt that does not ask for an identifier; nil if the flow
  /// ends or fails before, or lets the user choose a method.
  private static func beginning(_ method: MethodID, _ trial: ConformanceTrial) async throws -> FlowBeginning? {
    let bench = try await trial.bench()
    let request = bench.fixture.signIn(with: method)
    var driver = bench.begin(try bench.client(), request)
    for _ in 0..<5 {
      guard let (prompt, context) = await driver.prompt(), context.lastError == nil else { return nil }
      switch prompt {
      case .enterEmail, .enterPhone, .selectAccount:
        guard let answer = try await bench.givenAnswer(prompt, context, to: request) else { return nil }
        try await driver.give(answer)
      case .selectMethod, .unknown: return nil
      default: return FlowBeginning(prompt, bench.wire.requests)
      }
    }
    return nil
  }

  /// Gives right answers, as far as the fixture has them, and requires that a sign-in that completes has shown the
  /// prompt of its method.
  private static func requireOwnPrompt(_ method: MethodID, _ trial: ConformanceTrial) async throws {
    guard method.hasKnownPrompt else { return }
    let bench = try await trial.bench()
    let request = bench.fixture.signIn(with: method)
    var driver = bench.begin(try bench.client(), request)
    var names: [String] = []
    for _ in 0..<20 {
      guard let (prompt, context) = await driver.prompt() else { break }
      names.append(prompt.name)
      if method.owns(prompt) { return }
      guard context.lastError == nil, let answer = try await bench.givenAnswer(prompt, context, to: request) else {
        return
      }
      try await driver.give(answer)
    }
    guard !names.isEmpty, case .success = driver.end else { return }
    throw BrokenLaw(
      reason: "a sign-in with '\(method)' completes without the prompt of this method, after "
        + names.joined(separator: ", ") + Self.remedy)
  }
}

extension ProviderFixture {
  /// The request that signs in with a method: the one of `methodRequests`, or the fixture's with this method.
  func signIn(with method: MethodID) -> FlowRequest {
    if let own = methodRequests[method] { return own }
    var request = request
    request.method = method
    return request
  }
}

extension ConformanceBench {
  /// Returns the fixture's answer to a prompt, or the request's identifier; nil if there is neither.
  fileprivate func givenAnswer(
    _ prompt: Prompt, _ context: PromptContext, to request: FlowRequest
  ) async throws -> FlowAnswer? {
    if let answer = try await server.answer(prompt, context) { return answer }
    switch (prompt, request.identifier) {
    case (.enterEmail, let address?): return .email(address)
    case (.enterPhone, let number?): return .phone(number)
    case (.selectAccount(let options), _): return options.first.map { .account($0.id) }
    default: return nil
    }
  }
}

extension MethodID {
  /// Whether users of the method are always asked with the same kind of prompt.
  fileprivate var hasKnownPrompt: Bool {
    switch self {
    case .emailOTP, .smsOTP, .whatsAppOTP, .totp, .password: true
    default: false
    }
  }

  /// Whether the prompt asks for what the method needs. A code prompt without a channel belongs to each code method.
  fileprivate func owns(_ prompt: Prompt) -> Bool {
    switch (self, prompt) {
    case (.emailOTP, .enterCode(let code)): code.channel == nil || code.channel == .email
    case (.smsOTP, .enterCode(let code)): code.channel == nil || code.channel == .sms
    case (.whatsAppOTP, .enterCode(let code)): code.channel == nil || code.channel == .whatsapp
    case (.totp, .enterTOTP), (.totp, .setupTOTP): true
    case (.password, .input(let fields)): fields.contains { $0.kind.isMasked }
    default: false
    }
  }
}
