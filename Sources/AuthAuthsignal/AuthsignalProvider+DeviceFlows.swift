import AuthCore

extension AuthsignalProvider {
  /// The passkey functions outside of flows.
  public var passkeys: AuthsignalPasskeys { AuthsignalPasskeys(provider: self) }

  /// The parts of the flow for a request that names a method without a code; nil for any other request.
  ///
  /// - Throws: `invalid_request`, `method_not_available`, `invalid_token`: the errors that can be detected before
  ///   anything is sent.
  func deviceHalf(
    _ request: FlowRequest
  ) throws(AuthError) -> (logic: AuthsignalDeviceFlow, performer: AuthsignalFlowPerformer)? {
    var named = request.method
    if case .enroll(let method) = request.purpose { named = method }
    guard let named, namedMethods.contains(named) else { return nil }
    let device = DeviceMethod(named)
    let credential = WebAuthnMethod(named)
    let known = request.session?.identifier ?? request.session?.subject
    let given = request.identifier?.trimmingBlanks ?? ""
    let task: AuthsignalDeviceFlow.Task
    let action: String
    var identifier = given.isEmpty ? nil : given
    switch request.purpose {
    case .signIn:
      // Only a passkey's sign-in works without a token.
      task = Self.proving(device, credential, isKnownUser: credential != .passkey)
      action = configuration.signInAction
    case .stepUp(let name):
      guard ActionName.isValid(name) else {
        throw AuthError(.invalidRequest, "An action's name must be \(ActionName.rule).")
      }
      task = Self.proving(device, credential, isKnownUser: true)
      action = name
      identifier = identifier ?? known
    case .enroll:
      task =
        device.map { .add($0) } ?? credential.map { .register($0, signsUp: false) } ?? .enrollLink(signsUp: false)
      action = configuration.manageAction
      identifier = known ?? identifier
    case .signUp where device == nil:
      task = credential.map { .register($0, signsUp: true) } ?? .enrollLink(signsUp: true)
      action = configuration.signInAction
    case .signUp, .link, .manage:
      throw AuthError(
        .methodNotAvailable,
        "The method '\(named)' does not support the purpose '\(request.purpose.name)'. Use the method for signin, "
          + "step-up or enroll.")
    }
    let token = try request.token.map { (secret) throws(AuthError) in
      guard let token = ActionToken(secret) else {
        throw AuthError(
          .invalidToken,
          "The start token is not a JWT of at most 8192 bytes. Pass the token from the app's backend.",
          recovery: .restart)
      }
      return token
    }
    let performer = AuthsignalFlowPerformer(provider: self, request: request, action: action, user: identifier)
    let logic = AuthsignalDeviceFlow(
      task, action: action, identifier: identifier, token: token, wantsUser: wantsUser(request, identifier),
      contact: Contact(email: given))
    return (logic, performer)
  }

  /// Whether to request a token for a task that works without one: only for a step-up, and only if a source of tokens
  /// is configured and, for the backend, an identifier is known.
  private func wantsUser(_ request: FlowRequest, _ identifier: String?) -> Bool {
    guard case .stepUp = request.purpose else { return false }
    return services.tokenProvider.hasSource || (backend != nil && identifier != nil)
  }

  private static func proving(
    _ device: DeviceMethod?, _ credential: WebAuthnMethod?, isKnownUser: Bool
  ) -> AuthsignalDeviceFlow.Task {
    switch device {
    case .push?: .await(.push)
    case .qrCode?: .await(.qrCode)
    case .inApp?: .prove
    case nil: credential.map { .assert($0, isKnownUser: isKnownUser) } ?? .await(.emailMagicLink)
    }
  }
}
