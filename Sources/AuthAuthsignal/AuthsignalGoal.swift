import AuthCore

/// What a flow is for, decided before it begins.
struct AuthsignalGoal: Sendable {
  enum Ending: Sendable, Equatable {
    /// A proof for a sign-in. Who has no method yet is enrolled where `enrolls` says so; who has one is refused where
    /// `refusesKnown` does.
    case signIn(enrolls: Bool, refusesKnown: Bool)
    /// A proof for an action, by a method that is enrolled.
    case stepUp
    /// A new credential of this method.
    case credential(CodeMethod)
  }

  let ending: Ending
  /// The action that the token is for.
  let action: String
  /// Who the flow is about; nil where the token says it alone.
  var identifier: String?
  /// Where codes can go, where that is known: the identifier's own form, or what is to be enrolled.
  var contact: Contact?
  /// The method that was asked for.
  var method: CodeMethod?
  /// The token that the flow starts from; it stands alone.
  let token: ActionToken?
  /// How many digits the tenant's codes have.
  let codeLength: Int
  /// How many wrong codes the tenant takes in a while.
  let attemptLimit: Int
  /// The methods on offer.
  let methods: [CodeMethod]

  /// The method that is to be added, where that is the goal.
  var added: CodeMethod? {
    if case .credential(let method) = ending { method } else { nil }
  }
}

extension AuthsignalGoal {
  /// The goal of a request.
  ///
  /// - Throws: `invalid_request`, `method_not_available`, `unsupported`, `invalid_token`: what can be said before
  ///   anything is sent.
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
        throw AuthError(.methodNotAvailable, "The method '\(wanted)' cannot be enrolled with this provider.")
      }
      ending = .credential(wanted)
      action = configuration.manageAction
      // The request's identifier is what to enrol; whose it becomes is said by the session.
      identifier = request.session?.identifier ?? request.session?.subject ?? (given.isEmpty ? nil : given)
      method = wanted
    case .link, .manage:
      throw AuthError(.unsupported, "This provider has no flow for '\(request.purpose.name)'.")
    }
    token = try request.token.map { (secret) throws(AuthError) in
      guard let token = ActionToken(secret) else {
        throw AuthError(.invalidToken, "The start token is no JWT of the vendor.", recovery: .restart)
      }
      return token
    }
  }
}
