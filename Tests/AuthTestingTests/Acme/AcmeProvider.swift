import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A provider of a vendor that does not exist. It uses only the public API, like a third party's provider, and supports
/// codes by e-mail, renewal, revocation, bearer tokens with proofs, and suspended flows. `flaw` is its deliberate
/// violation of the contract.
struct AcmeProvider: AuthProvider {
  let id: ProviderID
  let configuration: AcmeConfiguration
  let services: ProviderServices
  let tenant: String
  let memory: AcmeMemory

  init(id: ProviderID, configuration: AcmeConfiguration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    memory = AcmeMemory(services.clock)
    tenant = configuration.flaw == .tenantOfItsInstance ? services.random.token() : configuration.clientID
    if configuration.flaw == .sendsAtStart {
      let api = AcmeAPI(configuration: configuration, services: services, memory: memory)
      Task { try await api.forget("none") }
    }
  }

  var flaw: AcmeFlaw { configuration.flaw }

  private var now: Date {
    switch flaw {
    case .wallClock: Date()
    case .deviceClock: memory.start.addingTimeInterval((services.clock.uptime() - memory.startUptime).seconds)
    default: services.clock.now()
    }
  }

  var methods: [MethodID] {
    switch flaw {
    case .noMethods: []
    case .offersTooMuch: configuration.way.methods + [.smsOTP]
    case .ignoresMethod: configuration.way.methods + ["pass_phrase"]
    default: configuration.way.methods
    }
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    flow(AcmeFlow(request, methods: methods, flaw: flaw, way: configuration.way))
  }

  var api: AcmeAPI { AcmeAPI(configuration: configuration, services: services, memory: memory) }

  func session(_ answer: AcmeAPI.SignedIn) -> Session {
    let now = now
    var session = Session(
      id: SessionID(flaw == .sameSessionID ? "session" : services.random.token()),
      providerID: flaw == .wrongProvider ? "acme" : id, tenant: flaw == .wrongTenant ? "acme" : tenant,
      subject: flaw == .noSubject ? "" : answer.userID, identifier: "jane@example.com",
      tokens: SessionTokens(access: answer.access, refresh: answer.refresh), createdAt: now,
      expiresAt: now.addingTimeInterval(answer.lifetime * (flaw == .overstatesLifetime ? 1000 : 1)))
    if flaw == .claimsInfinity { session.claims["requests_per_hour"] = .number(.infinity) }
    if flaw == .tokenInClaims { session.claims["token"] = .string(answer.access.revealText()) }
    if flaw == .logsToken {
      services.observer.record(.step(provider: id, name: "signed in with \(answer.access.revealText())"))
    }
    return session
  }
}

extension AcmeProvider: SessionRefreshing {
  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    if flaw == .refusesToRefresh { throw AuthError(.unsupported, "Acme cannot do this yet.") }
    guard let refresh = session.tokens.refresh else {
      return .refused(AuthError(.sessionExpired, "The session has no refresh token."))
    }
    let answer: AcmeAPI.SignedIn
    do throws(AuthError) {
      answer = try await renewed(by: refresh)
    } catch {
      switch (flaw, error.code) {
      case (.keepsRefusedSessions, .sessionExpired): throw error
      case (.tokenInRefusal, .sessionExpired):
        return .refused(AuthError(error.code, "\(refresh.revealText()) is no longer renewed."))
      case (.failureIsRefusal, .serverError), (.networkIsRefusal, .network), (_, .sessionExpired):
        return .refused(error)
      case (.garbageIsRefusal, .malformedResponse): return .refused(error)
      case (.everyBadRequestRefuses, .providerError): return .refused(AuthError(.sessionExpired, "It was refused."))
      default: throw error
      }
    }
    var renewed = session
    renewed.tokens = SessionTokens(
      access: answer.access, refresh: flaw == .losesRotation ? refresh : answer.refresh)
    renewed.createdAt = services.clock.now()
    if flaw != .keepsExpiry { renewed.expiresAt = renewed.createdAt.addingTimeInterval(answer.lifetime) }
    renewed.generation = flaw == .keepsGeneration ? 0 : renewed.generation
    if flaw == .changesSubject { renewed.subject = "another user" }
    if flaw == .changesID {
      renewed = Session(
        id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: session.subject,
        tokens: renewed.tokens, createdAt: renewed.createdAt, expiresAt: renewed.expiresAt)
    }
    return .refreshed(renewed)
  }

  private func renewed(by refresh: Secret) async throws(AuthError) -> AcmeAPI.SignedIn {
    if flaw == .refreshesDeafly {
      // Continues although all callers were cancelled.
      let late = Task.detached { [api] () async -> Result<AcmeAPI.SignedIn, AuthError> in
        do throws(AuthError) { return .success(try await api.refresh(refresh)) } catch { return .failure(error) }
      }
      return try await late.value.get()
    }
    let answer = try await api.refresh(refresh)
    if flaw == .leavesWithItsCaller, Task.isCancelled { throw .cancelled }
    return answer
  }
}

extension AcmeProvider: SessionRevoking {
  func revocation(of session: Session) -> Revocation? { Revocation(session: session) }

  func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let access = revocation.session.tokens.access, flaw != .revokesNothing else { return }
    if flaw == .hangsInRevoke {
      await Task.detached { while true { try? await Task.sleep(for: .seconds(3600)) } }.value
    }
    if flaw == .revokesInTheBackground {
      Task { [api] in try await api.revoke(access) }
      return
    }
    do throws(AuthError) {
      try await api.revoke(access)
      if flaw == .revokesTwice { try await api.revoke(access) }
    } catch {
      if flaw == .countsDeadAsRevoked, error.vendorCode == "invalid_token" { return }
      if flaw != .hidesRevocationFailure { throw error }
    }
  }
}

extension AcmeProvider: RequestAuthorizing {
  var origins: [Origin] { configuration.origins }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    guard let access = session.tokens.access?.revealText() else {
      throw AuthError(.notSignedIn, "The session has no access token.")
    }
    var request = request
    if flaw == .authorizesInURL {
      return try TransportRequest(request.method, request.url.absoluteString + "?access_token=" + access)
    }
    if flaw == .authorizesNothing { return request }
    request.headers["Authorization"] = "Bearer " + access
    request.headers["Acme-Proof"] = proof()
    return request
  }

  /// Returns a value that makes a request unique: the time, and a number that is used only once.
  private func proof() -> String {
    let fresh = "\(Int(now.timeIntervalSince1970)).\(services.random.token())"
    guard flaw == .reusesProofs else { return fresh }
    return memory.proof.withLock { proof in
      proof = proof ?? fresh
      return proof ?? fresh
    }
  }

  func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    switch flaw {
    case .alwaysRefused: true
    case .neverRefused: false
    default: response.status == 401
    }
  }
}

extension AcmeProvider: FlowResuming {
  func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    if flaw == .resumesFromTheStart { return try start(FlowRequest(identifier: "jane@example.com")) }
    guard let logic = AcmeFlow(resuming: state, flaw: flaw, way: configuration.way) else {
      throw AuthError(.storeCorrupt, "The suspended flow is not one of Acme's.")
    }
    return flow(logic)
  }
}

extension AcmeProvider: CredentialEnrolling {
  var enrollableMethods: [MethodID] { [.emailOTP] }
}

extension AcmeProvider: CredentialListing {
  func credentials(of session: Session) async throws(AuthError) -> [Credential] {
    if flaw == .promisesTooMuch { throw AuthError(.unsupported, "Acme cannot do this yet.") }
    return [Credential(id: session.subject, method: .emailOTP, label: session.identifier)]
  }
}

extension ProviderPlugin {
  static let acme = ProviderPlugin("acme", product: "AuthAcme", provider: AcmeProvider.self)
  static let mute = ProviderPlugin("mute", product: "AuthMute", provider: MuteProvider.self)
}
