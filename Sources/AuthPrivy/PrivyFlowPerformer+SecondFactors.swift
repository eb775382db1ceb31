import AuthCore

/// Second factors.
extension PrivyFlowPerformer {
  /// What a factor gave that the user has already: it goes with the adding of another one (P58).
  private var mfaToken: Secret? {
    if case .enroll = request.purpose { request.token } else { nil }
  }

  func begin(_ factor: SecondFactor, isNew: Bool) async throws(AuthError) -> PrivyFlow.Outcome {
    guard factor == .totp else {
      try await api.sendFactorCode(factor, bearer: try bearer(), mfaToken: mfaToken)
      return .codeSent
    }
    return .authenticatorSetup(try await api.setUpAuthenticator(bearer: try bearer(), mfaToken: mfaToken))
  }

  func enroll(_ factor: SecondFactor, _ code: Secret) async throws(AuthError) -> PrivyFlow.Outcome {
    _ = try await api.enroll(factor, code: code, bearer: try bearer())
    return .credential(
      Credential(
        id: factor.method.rawValue, method: factor.method, label: factor.contact?.value,
        createdAt: services.clock.now()))
  }

  /// Every passkey that signs the user in, or a new one, becomes a second factor, and goes on signing in.
  func enrollPasskey(_ options: PasskeyOptions) async throws(AuthError) -> Credential {
    let bearer = try bearer()
    var user = try await api.currentUser(bearer).user
    if user.passkeyIDs.isEmpty { user = try await api.link(try await holdCeremony(options), bearer: bearer) }
    try await api.enrollPasskeys(user.passkeyIDs, bearer: bearer, mfaToken: mfaToken)
    return added(to: user, method: .passkey)
  }

  func verifyPasskey(_ options: PasskeyOptions) async throws(AuthError) -> Secret {
    let (authenticator, bearer) = (try authenticator(), try bearer())
    let challenge = try await api.factorChallenge(bearer: bearer)
    let assertion = try await authenticator.get(challenge.assertionRequest(options))
    return try await api.verify(assertion, challenge, bearer: bearer)
  }
}

extension PrivyUser {
  fileprivate var passkeyIDs: [String] {
    linkedAccounts.compactMap { if case .passkey(let passkey) = $0.kind { passkey.credentialID } else { nil } }
  }
}
