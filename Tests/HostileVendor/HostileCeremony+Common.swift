import AuthCore
import AuthTesting

/// The ceremonies that a provider's fixture and capabilities determine.
extension HostileCeremony {
  /// The sign-ins of a fixture.
  static func signIns(of fixture: HostileFixture, _ server: ConformanceServer) -> [HostileCeremony] {
    let given = fixture.provider
    // The user of the fixture's request has signed in before.
    var all = [flow("sign in", given.request)]
    if given.request.identifier != nil {
      var request = given.request
      request.identifier = "new.user@example.com"
      all.append(flow("sign in, new user", request))
    }
    // A method with the app's own tokens is possible only if the fixture has such a source.
    let methods = given.methodRequests.filter { $0.key != .customJWT || server.tokenProvider != nil }
    for (method, request) in methods.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      all.append(flow("sign in, \(method)", request))
    }
    return all
  }

  /// The ceremonies of a capability; none if the fixture lacks what they need. A new capability needs a ceremony here.
  static func ceremonies(
    for capability: ProviderCapability, of fixture: HostileFixture, _ server: ConformanceServer
  ) -> [HostileCeremony] {
    let given = fixture.provider
    switch capability {
    case .sessionRefreshing: return [renewal]
    case .sessionRevoking: return [signOut]
    case .requestAuthorizing: return server.protectedRequest.map { [request($0)] } ?? []
    // The exchange is the end of a sign-in.
    case .sessionExchanging: return [flow("sign in", given.request)]
    case .credentialEnrolling: return purposes(given) { if case .enroll = $0 { true } else { false } }
    case .credentialListing: return [listing]
    case .stepUp: return purposes(given) { if case .stepUp = $0 { true } else { false } }
    case .accountLinking:
      let links = purposes(given) { if case .link = $0 { true } else { false } }
      return links + given.purposeRequests.compactMap(unlinking)
    case .challengeApproving: return fixture.makeChallenge.map(approvals) ?? []
    case .keyRotating: return [rotation]
    case .flowResuming: return [resumption(of: given.request)]
    case .deviceForgetting: return [forgetting(fixture.prepareDevice)]
    }
  }

  /// The sign-out of a provider that revokes nothing: it sends requests only if there is one to send.
  static let signOut = HostileCeremony("sign out", use: .ends) { run in
    {
      let result = try await run.client.signOut()
      for error in result.unrevoked.values { throw error }
    }
  }

  /// The description of the signed-in user, for a provider that has one (`SessionDescribing`).
  static let describing = call("describe") { run in _ = try await run.client.describe(try run.session) }

  private static let renewal = HostileCeremony("renewal", use: .renews) { run in
    run.expire(try run.session)
    return { _ = try await run.client.session() }
  }

  private static let rotation = HostileCeremony("rotate the key", use: .renews) { run in
    let provider = try run.provider(as: (any KeyRotating).self)
    return { _ = try await provider.rotateKey(of: try run.session) }
  }

  private static let listing = call("list credentials") { run in
    run.show(try await run.provider(as: (any CredentialListing).self).credentials(of: try run.session))
  }

  private static func request(_ request: TransportRequest) -> HostileCeremony {
    call("request") { run in
      // The request of the run's own server, whose address may differ.
      _ = try await run.client.send(run.server.protectedRequest ?? request)
    }
  }

  private static func purposes(
    _ given: ProviderFixture, where isMeant: (FlowRequest.Purpose) -> Bool
  ) -> [HostileCeremony] {
    given.purposeRequests.enumerated().filter { isMeant($0.element.purpose) }.map { index, request in
      let method = request.method.map { ", \($0)" } ?? ""
      return flow(name(request.purpose) + method, request, after: Array(given.purposeRequests[..<index]))
    }
  }

  private static func name(_ purpose: FlowRequest.Purpose) -> String {
    switch purpose {
    case .link(let method): "link, \(method)"
    case .enroll(let method): "enrol, \(method)"
    case .stepUp: "step up"
    case .signIn, .signUp, .manage: purpose.name
    }
  }

  /// Unlinks what a flow has linked; nil for a flow of another purpose.
  private static func unlinking(_ request: FlowRequest) -> HostileCeremony? {
    guard case .link(let method) = request.purpose else { return nil }
    return HostileCeremony("unlink, \(method)") { run in
      let provider = try run.provider(as: (any AccountLinking).self)
      guard case .credential(let credential) = try await run.complete(request) else {
        throw HostileRun.Unexpected("The flow did not end in a credential.")
      }
      return { try await provider.unlink(credential.id, from: try run.session) }
    }
  }

  /// A flow that is suspended at its first prompt, and continues in another process of the app.
  private static func resumption(of request: FlowRequest) -> HostileCeremony {
    HostileCeremony("resume") { run in
      let ticket = try await run.suspended(request)
      let restarted = try run.restarted()
      return { try await run.complete(restarted.resume(ticket), request) }
    }
  }

  private static func approvals(
    _ makeChallenge: @escaping @Sendable (HostileRun) async throws -> PendingChallenge
  ) -> [HostileCeremony] {
    func approval(
      _ name: String,
      _ body: @escaping @Sendable (any ChallengeApproving, PendingChallenge, HostileRun) async throws -> Void
    ) -> HostileCeremony {
      HostileCeremony(name) { run in
        let provider = try run.provider(as: (any ChallengeApproving).self)
        let challenge = try await makeChallenge(run)
        return { try await body(provider, challenge, run) }
      }
    }
    return [
      approval("list approvals") { provider, _, run in run.show(try await provider.pending()) },
      approval("approve") { provider, challenge, _ in try await provider.approve(challenge.id, number: nil) },
      approval("deny") { provider, challenge, _ in try await provider.deny(challenge.id) },
    ]
  }

  private static func forgetting(
    _ prepareDevice: @escaping @Sendable (HostileRun) async throws -> Void
  ) -> HostileCeremony {
    HostileCeremony("forget the device") { run in
      let provider = try run.provider(as: (any DeviceForgetting).self)
      try await prepareDevice(run)
      return { try await provider.forgetDevice(identifier: nil) }
    }
  }
}
