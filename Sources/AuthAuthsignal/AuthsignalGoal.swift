import AuthCore

/// The goal of a flow, decided before it starts.
struct AuthsignalGoal: Sendable {
  enum Ending: Sendable, Equatable {
    /// A proof for a sign-in. A user without a method is enrolled if `enrolls` is set. A user with a method is refused
    /// if `refusesKnown` is set.
    case signIn(enrolls: Bool, refusesKnown: Bool)
    /// A proof for an action, by an enrolled method.
    case stepUp
    /// A new credential of this method.
    case credential(CodeMethod)
  }

  let ending: Ending
  /// The action that the token is for.
  let action: String
  /// The identifier of the flow's user; nil if only the token identifies the user.
  var identifier: String?
  /// The address or number for codes, if known: the identifier if it has that form, or the contact to enrol.
  var contact: Contact?
  /// The requested method.
  var method: CodeMethod?
  /// The token that the flow starts with. It takes precedence over all other sources.
  let token: ActionToken?
  /// The number of digits in the tenant's codes.
  let codeLength: Int
  /// The number of wrong codes that the tenant allows in five minutes.
  let attemptLimit: Int
  /// The offered methods.
  let methods: [CodeMethod]

  /// The method to enrol, if that is the goal.
  var added: CodeMethod? {
    if case .credential(let method) = ending { method } else { nil }
  }
}

extension AuthsignalGoal {
  /// The goal of a request.
  ///
  /// - Throws: `invalid_request`, `method_not_available`, `unsupported`, `invalid_token`: the errors that can be
  ///   detected before anything is sent.
  init(
    _ request: FlowRequest, configuration: AuthsignalConfiguration, methods: [MethodID]
  ) throws(AuthError) {
    let given = request.identifier?.trimmingBlanks ?? ""
    let known = given.isEmpty ? request.session?.identifier ?? request.session?.subject : given
    contact = Contact(given)
    method = request.method.flatMap { CodeMethod($0) }
    codeLength = configuration.codeLength
    attemptLimit = configuration.attemptLimit
    self.methods = methods.compactMap { CodeMethod($0) }
    switch request.purpose {
    case .signIn:
      ending = .signIn(enrolls: configuration.signsUp, refusesKnown: false)
      action = configuration.signInAction
      identifier = given.isEmpty ? nil : contact?.value ?? given
    case .signUp:
      ending = .signIn(enrolls: true, refusesKnown: true)
      action = configuration.signInAction
      identifier = given.isEmpty ? nil : contact?.value ?? given
    case .stepUp(let name):
      guard ActionName.isValid(name) else {
        throw AuthError(.invalidRequest, "An action's name must be \(ActionName.rule).")
      }
      ending = .stepUp
      action = name
      identifier = known
    case .enroll(let wanted):
      guard let wanted = CodeMethod(wanted), wanted.isEnrollable else {
        throw AuthError(
          .methodNotAvailable,
          "The method '\(wanted)' cannot be enrolled with this provider. Choose one of `enrollableMethods`.")
      }
      ending = .credential(wanted)
      action = configuration.manageAction
      // The request's identifier is the contact to enrol. The session determines the user for whom it is enrolled.
      identifier = request.session?.identifier ?? request.session?.subject ?? (given.isEmpty ? nil : given)
      method = wanted
    case .link, .manage:
      throw AuthError(
        .unsupported,
        "This provider does not support the purpose '\(request.purpose.name)'. It supports signin, signup, step-up "
          + "and enroll.")
    }
    token = try request.token.map { (secret) throws(AuthError) in
      guard let token = ActionToken(secret) else {
        throw AuthError(
          .invalidToken,
          "The start token is not a JWT of at most 8192 bytes. Pass the token from the app's backend.",
          recovery: .restart)
      }
      return token
    }
  }
}
