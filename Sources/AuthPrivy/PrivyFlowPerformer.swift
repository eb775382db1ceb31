import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs what a sign-in asks for.
struct PrivyFlowPerformer: FlowPerformer {
  let api: PrivyAPI
  let providerID: ProviderID
  let identifier: String?
  let services: ProviderServices
  let mode: PrivyConfiguration.Mode

  func perform(_ effect: PrivyFlow.Effect) async throws(AuthError) -> PrivyFlow.Outcome {
    switch effect {
    case .readToken(let token): return try read(token)
    case .fetchToken(let rejected): return try await fetchToken(rejected: rejected)
    case .authenticate(let token): return try signedIn(try await api.authenticate(token, mode: mode), identifier)
    case .sendCode(let email):
      try await api.sendCode(to: email)
      return .codeSent
    case .submitCode(let code, let email):
      return try signedIn(try await api.authenticate(email, code: code, mode: mode), email)
    case .logOut(let session):
      try await api.logOut(session)
      return .loggedOut
    }
  }

  private func read(_ token: Secret) throws(AuthError) -> PrivyFlow.Outcome {
    guard let known = UnverifiedJWT(token) else { throw PrivyProvider.malformedToken }
    return .token(known.token, isExpired: known.isExpired(at: services.clock.now()))
  }

  private func fetchToken(rejected: Secret?) async throws(AuthError) -> PrivyFlow.Outcome {
    guard services.tokenProvider.hasSource else {
      throw AuthError(
        .tokenRequired,
        "This sign-in starts from a JWT of the app's own identity system, and nothing says where to get one: set "
          + #"$.providers.\#(providerID).tokenProvider, for example {"command": ["get-jwt"]} or {"url": "https://…"}, "#
          + "call setTokenProvider, or start the flow with the token (FlowRequest.token, --token).")
    }
    let request = TokenRequest(
      .appIdentity, providerID: providerID, identifier: identifier, rejected: rejected)
    guard let token = try await services.token(for: request) else { return .noToken }
    return try read(token)
  }

  private func signedIn(_ answer: AuthenticatedUser, _ identifier: String?) throws(AuthError) -> PrivyFlow.Outcome {
    let sessions = PrivySessions(providerID: providerID, tenant: api.configuration.appID)
    let session = try sessions.session(
      answer, id: SessionID(services.random.uuid()), identifier: identifier, now: services.clock.now())
    return .signedIn(session, isNewUser: answer.isNewUser)
  }
}
