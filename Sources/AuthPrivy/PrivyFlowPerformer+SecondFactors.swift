import AuthCore

/// Second factors.
extension PrivyFlowPerformer {
  func begin(_ factor: SecondFactor, isNew: Bool) async throws(AuthError) -> PrivyFlow.Outcome {
    switch factor {
    case .sms(let number):
      try await api.sendFactorCode(to: isNew ? number : nil, bearer: try bearer())
      return .codeSent
    case .totp: return .authenticatorSetup(try await api.setUpAuthenticator(bearer: try bearer()))
    }
  }

  func enroll(_ factor: SecondFactor, _ code: Secret) async throws(AuthError) -> PrivyFlow.Outcome {
    _ = try await api.enroll(factor, code: code, bearer: try bearer())
    var label: String?
    if case .sms(let number?) = factor { label = number.value }
    return .credential(
      Credential(id: factor.method.rawValue, method: factor.method, label: label, createdAt: services.clock.now()))
  }

  /// Every passkey that signs the user in, or a new one, becomes a second factor.
  func enrollPasskey(_ options: PasskeyOptions) async throws(AuthError) -> Credential {
    let bearer = try bearer()
    var user = try await api.currentUser(bearer)
    if user.passkeyIDs.isEmpty { user = try await api.link(try await holdCeremony(options), bearer: bearer) }
    return added(to: try await api.enrollPasskeys(user.passkeyIDs, bearer: bearer), method: .passkey)
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
