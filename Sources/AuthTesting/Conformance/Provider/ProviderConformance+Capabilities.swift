import AuthCore

extension ProviderConformance {
  /// Laws about a provider's capabilities.
  static let capabilityLaws: [ProviderLaw] = [
    ProviderLaw("methods.offered", "a provider offers at least one method, each once", offersMethods),
    ProviderLaw("methods.start", "every method that is offered can be started", startsMethods),
    ProviderLaw(
      "methods.requested", "a sign-in with an offered method uses this method and no other", usesRequestedMethods),
    ProviderLaw(
      "methods.unknown", "a method that is not offered is refused or shows a choice of methods; no other is used",
      refusesUnknownMethod),
    ProviderLaw("purposes.unsupported", "a purpose without its capability ends in unsupported", refusesPurposes),
    ProviderLaw(
      "purposes.complete",
      "a flow with a purpose other than signing in ends in the result of its purpose, even after a suspension",
      completesPurposes),
    ProviderLaw(
      "purposes.signed-out", "a purpose that needs a session ends in not_signed_in without one", needsSession),
    ProviderLaw(
      "capabilities.honest", "a call that the provider's capabilities allow never throws unsupported", keepsPromises),
    ProviderLaw(
      "capabilities.own-session", "another tenant's session is not used", refusesForeignSession),
  ]

  private static func offersMethods(_ trial: ConformanceTrial) async throws {
    let provider = try await trial.bench().client().provider()
    try require(!provider.methods.isEmpty, "there is at least one method")
    try require(Set(provider.methods).count == provider.methods.count, "no method is offered twice")
    try require(!provider.tenant.isEmpty, "the tenant is not empty")
    if let enrolling = provider as? any CredentialEnrolling {
      try require(!enrolling.enrollableMethods.isEmpty, "there is a method to enrol")
    }
    if let stepping = provider as? any StepUp {
      try require(!stepping.stepUpMethods.isEmpty, "there is a method to step up with")
    }
    if let linking = provider as? any AccountLinking {
      try require(!linking.linkableMethods.isEmpty, "there is a method to link")
    }
  }

  private static func startsMethods(_ trial: ConformanceTrial) async throws {
    for method in try await trial.bench().client().provider().methods {
      let bench = try await trial.bench()
      var request = FlowRequest(method: method)
      if bench.fixture.request.method == method { request = bench.fixture.request }
      if let own = bench.fixture.methodRequests[method] { request = own }
      var driver = bench.begin(try bench.client(), request)
      _ = await driver.prompt()
      if case .failure(let error) = driver.end {
        let dishonest: Set<AuthError.Code> = [
          .methodNotAvailable, .unsupported, .invalidRequest, .internalError, .invalidState,
        ]
        try require(!dishonest.contains(error.code), "'\(method)' is offered and can be started: \(error)")
      }
    }
  }

  private static func refusesUnknownMethod(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    var request = bench.fixture.request
    request.method = "no_such_method"
    var driver = bench.begin(try bench.client(), request)
    if case .selectMethod? = await driver.prompt()?.prompt { return }
    guard case .failure(let error) = driver.end else {
      let seen = driver.updates.last?.summary ?? "nothing"
      throw BrokenLaw(expected: "a method that is not offered ends the flow or shows select_method, not \(seen)")
    }
    try require(
      error.code == .methodNotAvailable, "a method that is not offered ends in method_not_available, not \(error)")
    try require(bench.wire.requests.isEmpty, "nothing is sent")
  }

  /// Returns the purposes that need a capability, each with whether the provider has that capability.
  private static func purposes(_ provider: any AuthProvider) -> [(purpose: FlowRequest.Purpose, has: Bool)] {
    let enrolling = (provider as? any CredentialEnrolling)?.enrollableMethods.first
    let linking = (provider as? any AccountLinking)?.linkableMethods.first
    return [
      (.enroll(enrolling ?? provider.methods.first ?? "email_otp"), provider is any CredentialEnrolling),
      (.stepUp(action: "transfer"), provider is any StepUp),
      (.link(linking ?? provider.methods.first ?? "email_otp"), provider is any AccountLinking),
    ]
  }

  private static func refusesPurposes(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    _ = try await bench.signIn(client)
    for (purpose, has) in purposes(try client.provider()) where !has {
      let count = bench.wire.requests.count
      var driver = bench.begin(client, FlowRequest(purpose: purpose))
      _ = await driver.prompt()
      guard case .failure(let error) = driver.end, error.code == .unsupported else {
        throw BrokenLaw(
          expected: "'\(purpose.name)' ends in unsupported, not \(driver.updates.last?.summary ?? "nothing")")
      }
      try require(bench.wire.requests.count == count, "'\(purpose.name)' sends nothing")
    }
  }

  private static func needsSession(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    for (purpose, _) in purposes(try client.provider()) {
      var driver = bench.begin(client, FlowRequest(purpose: purpose))
      _ = await driver.prompt()
      guard case .failure(let error) = driver.end, error.code == .notSignedIn else {
        let seen = driver.updates.last?.summary ?? "nothing"
        throw BrokenLaw(expected: "'\(purpose.name)' without a session ends in not_signed_in, not \(seen)")
      }
    }
    try await requireError(.notSignedIn, "session() before a sign-in") { try await client.session() }
    try require(bench.wire.requests.isEmpty, "nothing is sent")
  }

  private static func keepsPromises(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let provider = try client.provider()
    func honest(_ what: String, _ body: () async throws -> Void) async throws {
      do {
        try await body()
      } catch let error as AuthError {
        try require(error.code != .unsupported, "\(what) is supported, since the provider has the capability: \(error)")
      }
    }
    if let approving = provider as? any ChallengeApproving {
      try await honest("pending()") { _ = try await approving.pending() }
    }
    let session = try await bench.signIn(client)
    if let listing = provider as? any CredentialListing {
      try await honest("credentials(of:)") { _ = try await listing.credentials(of: session) }
    }
    if let linking = provider as? any AccountLinking {
      try await honest("unlink(_:from:)") { try await linking.unlink("no-such-credential", from: session) }
    }
    if let refreshing = provider as? any SessionRefreshing {
      try await honest("refresh(_:token:)") { _ = try await refreshing.refresh(session, token: nil) }
    }
    if let rotating = provider as? any KeyRotating {
      try await honest("rotateKey(of:)") { _ = try await rotating.rotateKey(of: session) }
    }
    for (purpose, has) in purposes(provider) where has {
      var driver = bench.begin(client, FlowRequest(purpose: purpose))
      _ = await driver.prompt()
      if case .failure(let error) = driver.end {
        try require(error.code != .unsupported, "'\(purpose.name)' is supported: \(error)")
      }
    }
    if let forgetting = provider as? any DeviceForgetting {
      try await honest("forgetDevice(identifier:)") { try await forgetting.forgetDevice(identifier: nil) }
    }
  }

  private static func refusesForeignSession(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    var session = try await bench.signIn(client)
    _ = try await client.signOut()
    session = Session(
      id: SessionID("foreign"), providerID: bench.providerID, tenant: "another tenant", subject: session.subject,
      tokens: session.tokens, key: session.key, createdAt: session.createdAt, expiresAt: session.expiresAt)
    try await bench.sessions.save(session)
    try await bench.sessions.select(session.id, for: bench.providerID)
    let next = try bench.client()
    try require(try await next.storedSession() == nil, "a session of another tenant is ignored")
    try require(bench.sessions.record(session.id) != nil, "a session of another tenant remains in the store")
  }
}
