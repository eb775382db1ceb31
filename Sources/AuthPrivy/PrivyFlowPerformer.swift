import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the effects of a flow.
struct PrivyFlowPerformer: FlowPerformer {
  let api: PrivyAPI
  let providerID: ProviderID
  let services: ProviderServices
  let mode: PrivyConfiguration.Mode
  let settings: PrivyAppSettingsCache
  let request: FlowRequest
  /// The shared sign-in that this flow is part of; nil unless the flow signs in with a JWT from the token provider.
  var shared: SharedSignIn?

  func perform(_ effect: PrivyFlow.Effect) async throws(AuthError) -> PrivyFlow.Outcome {
    switch effect {
    case .readToken(let token): return try read(token)
    case .fetchToken(let rejected):
      guard let shared else { return try await fetchToken(rejected: rejected) }
      return try await shared.outcome(
        of: .fetchToken(rejected: rejected),
        FlowStepBody { () throws(AuthError) in try await fetchToken(rejected: rejected) })
    case .sendCode(let contact):
      try await api.sendCode(to: contact)
      return .codeSent
    case .findPage(let service): return .page(try await findPage(of: service))
    case .fetchMessage(let address, let chain):
      return .message(try await api.walletMessage(for: address, chain: chain))
    case .holdCeremony(let options): return .proof(try await holdCeremony(options))
    case .readGuestSecret: return .proof(.guest(try await GuestSecret(services).value()))
    case .present(.appToken(let token)):
      guard let shared else { return try await present(.appToken(token)) }
      return try await shared.outcome(
        of: .present(token), FlowStepBody { () throws(AuthError) in try await present(.appToken(token)) })
    case .present(let proof): return try await present(proof)
    case .beginFactor(let factor, let isNew): return try await begin(factor, isNew: isNew)
    case .enroll(let factor, let code): return try await enroll(factor, code)
    case .verify(let factor, let code):
      return .factorProved(try await api.verify(factor, code: code, bearer: try await bearer()))
    case .enrollPasskey(let options): return .credential(try await enrollPasskey(options))
    case .verifyPasskey(let options): return .factorProved(try await verifyPasskey(options))
    case .logOut(let session):
      try await api.logOut(session)
      return .loggedOut
    }
  }

  // MARK: The app token

  private func read(_ token: Secret) throws(AuthError) -> PrivyFlow.Outcome {
    guard let known = UnverifiedJWT(token) else { throw PrivyProvider.malformedToken }
    return .token(known.token, isExpired: known.isExpired(at: services.clock.now()))
  }

  private func fetchToken(rejected: Secret?) async throws(AuthError) -> PrivyFlow.Outcome {
    guard services.tokenProvider.hasSource else {
      throw AuthError(
        .tokenRequired,
        "This sign-in needs a JWT of the app's own identity system, and no source is configured. Set "
          + #"$.providers.\#(providerID).tokenProvider, for example {"command": ["get-jwt"]} or {"url": "https://…"}, "#
          + "call setTokenProvider, start the flow with the token (FlowRequest.token, --token), or choose another method, "
          + "such as email_otp.")
    }
    let wanted = TokenRequest(
      .appIdentity, providerID: providerID, identifier: request.identifier, rejected: rejected)
    guard let token = try await services.token(for: wanted) else { return .noToken }
    return try read(token)
  }

  // MARK: Other methods

  private func findPage(of service: String) async throws(AuthError) -> OAuthVisit {
    guard let redirectURL = request.redirectURL ?? api.configuration.redirectURL else {
      throw AuthError(
        .invalidConfiguration,
        "The sign-in page needs a redirect address. Set $.providers.\(providerID).redirectURL, or "
          + "FlowRequest.redirectURL.")
    }
    // Others can read the code in a plain http address (RFC 9700 §2.6).
    if let origin = Origin(redirectURL.absoluteString), !origin.isAcceptable {
      throw AuthError(
        .invalidConfiguration,
        "The redirect address is not protected by TLS. Use an https address, an app scheme, or http on loopback in "
          + "$.providers.\(providerID).redirectURL or FlowRequest.redirectURL.")
    }
    return try await api.page(of: service, redirectURL: redirectURL, random: services.random)
  }

  func holdCeremony(_ options: PasskeyOptions) async throws(AuthError) -> PrivyProof {
    let authenticator = try authenticator()
    if request.purpose == .signIn {
      let challenge = try await api.passkeyChallenge("authenticate")
      return .passkey(try await authenticator.get(challenge.assertionRequest(options)), challenge)
    }
    let isLink = request.purpose != .signUp
    let challenge = try await api.passkeyChallenge(
      isLink ? "link" : "register", bearer: isLink ? try await bearer() : nil)
    let name = request.identifier ?? request.session?.identifier ?? challenge.userName
    let registration = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: challenge.relyingPartyID, relyingPartyName: challenge.relyingPartyName,
        userHandle: challenge.userHandle.isEmpty ? services.random.bytes(16) : challenge.userHandle, userName: name,
        displayName: request.profile.displayName ?? name, challenge: challenge.challenge,
        algorithms: challenge.algorithms, excludedCredentials: challenge.credentials,
        userVerification: challenge.userVerification, options: options))
    return .newPasskey(registration, challenge)
  }

  func authenticator() throws(AuthError) -> any PasskeyAuthenticator {
    guard let authenticator = services.passkeys else {
      throw AuthError(.unsupported, "This client has no passkey authenticator. Set ProviderServices.passkeys.")
    }
    return authenticator
  }

  private func present(_ proof: PrivyProof) async throws(AuthError) -> PrivyFlow.Outcome {
    if case .link = request.purpose {
      let user = try own(try await api.link(proof, bearer: try await bearer()))
      return .credential(added(to: user, method: proof.method))
    }
    let answer = try await api.authenticate(proof, mode: mode)
    let sessions = PrivySessions(providerID: providerID, tenant: api.configuration.appID)
    var session = try sessions.session(
      answer, id: SessionID(services.random.uuid()), identifier: proof.identifier ?? request.identifier,
      now: services.clock.now())
    if api.configuration.provesPossession {
      session.key = try await services.keys.generate(.p256, namespace: providerID.rawValue)
    }
    return .signedIn(await equipped(session), isNewUser: answer.isNewUser)
  }

  /// The session of a user, with the wallets that are created at sign-in. If a wallet cannot be created now, the
  /// sign-in continues, and the next sign-in tries again.
  private func equipped(_ session: Session) async -> Session {
    guard let user = session.privyUser, let access = session.tokens.access else { return session }
    let missing = api.configuration.createOnLogin.missing(for: user)
    guard !missing.isEmpty else { return session }
    var equipped = session
    do throws(AuthError) {
      try await settings.value(api.appSettings).checkWallets()
      for chain in missing { try await api.createWallet(of: chain, for: user.id, bearer: access) }
      PrivySessions.describe(&equipped, try await api.currentUser(access))
    } catch {
      let isLegacy = error.vendorCode == PrivyAppSettings.legacyMode
      services.observer.record(
        .step(provider: providerID, name: isLegacy ? "create_wallet_refused_legacy_app" : "create_wallet_failed"))
    }
    return equipped
  }

  // MARK: The signed-in user

  /// The current access token. It is read for each request, because an earlier one may have expired while the flow
  /// waited for the user.
  func bearer() async throws(AuthError) -> Secret {
    guard let access = try await request.currentSession()?.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token. Sign in again.", provider: providerID)
    }
    return access
  }

  /// Returns the user of a response, which must be the signed-in user.
  ///
  /// - Throws: `malformed_response` for another user.
  func own(_ user: PrivyUser) throws(AuthError) -> PrivyUser {
    guard let subject = request.session?.subject, !user.id.hasSameBytes(as: subject) else { return user }
    throw AuthError(
      .malformedResponse, "The vendor returned a user other than the session's. Sign in again.", provider: providerID)
  }

  /// The credential of `method` that the user has now and did not have before. If no credential is new, this is the
  /// user's last credential of the method. If the user has no such credential, this is a credential with the user's ID.
  func added(to user: PrivyUser, method: MethodID) -> Credential {
    let before = Set((request.session?.privyUser?.linkedAccounts ?? []).map(\.credential.id))
    let after = user.linkedAccounts.map(\.credential)
    let ofKind = after.filter { $0.method == method }
    return ofKind.last { !before.contains($0.id) } ?? ofKind.last
      ?? Credential(id: user.id, method: method, createdAt: services.clock.now())
  }
}
