import AuthCore

/// Second factors.
extension PrivyFlowPerformer {
  /// The token of a second factor that the user already has. Adding another factor needs it (P58).
  private var mfaToken: Secret? {
    if case .enroll = request.purpose { request.token } else { nil }
  }

  func begin(_ factor: SecondFactor, isNew: Bool) async throws(AuthError) -> PrivyFlow.Outcome {
    guard factor == .totp else {
      try await api.sendFactorCode(factor, bearer: try await bearer(), mfaToken: mfaToken)
      return .codeSent
    }
    return .authenticatorSetup(try await api.setUpAuthenticator(bearer: try await bearer(), mfaToken: mfaToken))
  }

  func enroll(_ factor: SecondFactor, _ code: Secret) async throws(AuthError) -> PrivyFlow.Outcome {
    _ = try own(try await api.enroll(factor, code: code, bearer: try await bearer()))
    return .credential(
      Credential(
        id: factor.method.rawValue, method: factor.method, label: factor.contact?.value,
        createdAt: services.clock.now()))
  }

  /// Makes every passkey of the user a second factor. Creates a passkey first for a user without one. The passkeys
  /// still sign the user in.
  func enrollPasskey(_ options: PasskeyOptions) async throws(AuthError) -> Credential {
    var user = try await api.currentUser(try await bearer()).user
    if user.passkeyIDs.isEmpty {
      let proof = try await holdCeremony(options)
      user = try own(try await api.link(proof, bearer: try await bearer()))
    }
    try await api.enrollPasskeys(user.passkeyIDs, bearer: try await bearer(), mfaToken: mfaToken)
    return added(to: user, method: .passkey)
  }

  func verifyPasskey(_ options: PasskeyOptions) async throws(AuthError) -> Secret {
    let authenticator = try authenticator()
    let challenge = try await api.factorChallenge(bearer: try await bearer())
    let assertion = try await authenticator.get(challenge.assertionRequest(options))
    return try await api.verify(assertion, challenge, bearer: try await bearer())
  }
}

extension PrivyUser {
  fileprivate var passkeyIDs: [String] {
    linkedAccounts.compactMap { if case .passkey(let passkey) = $0.kind { passkey.credentialID } else { nil } }
  }
}
