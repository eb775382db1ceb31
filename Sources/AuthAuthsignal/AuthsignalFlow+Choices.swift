import AuthCore

extension AuthsignalFlow {
  /// The step after the flow has received its token. If the method is known, the flow starts with the method
  /// immediately.
  mutating func go(_ token: ActionToken) -> FlowStep<Effect> {
    let named = goal.method ?? goal.contact?.method
    switch goal.ending {
    case .credential(let method): return enroll(method, token)
    // DESIGN A107: two flows list the authenticators first. One is a sign-up whose token may add authenticators to a
    // known user: the server would not refuse the user. The other is a sign-in by authenticator app that may enrol: no
    // request precedes the code, so no refusal would show that a new user has to set up the app first. If the server
    // refuses the list, both flows continue without it.
    case .signIn(_, refusesKnown: true):
      return token.mayAddAndRead ? list(token, .isKnown) : firstTime(named, token)
    case .signIn(enrolls: true, _) where named == .totp: return list(token, .which)
    case .signIn, .stepUp:
      guard let named else { return list(token, .which) }
      return challenge(named, token)
    }
  }

  /// The step after the list of the user's authenticators was received.
  mutating func decide(_ token: ActionToken, _ question: Question) -> FlowStep<Effect> {
    switch (goal.ending, question) {
    case (.credential, .whyRefused(_, let error)): return authenticators.isEmpty ? fail(error) : unlock(token)
    case (.credential(let method), _): return enroll(method, token)
    case (.signIn(_, refusesKnown: true), _) where !authenticators.isEmpty:
      return fail(AuthError(.userExists, "This user is already enrolled. Sign in.", recovery: .signIn))
    // A method that the server refused even though it is enrolled is not tried again.
    case (_, .whyRefused(let attempt, let error)) where isServed(attempt.method) && !attempt.enrolls:
      return fail(error)
    case (.signIn, _), (.stepUp, _): break
    }
    if let wanted = goal.method {
      if isServed(wanted) { return challenge(wanted, token) }
      guard authenticators.isEmpty else { return fail(notEnrolled(wanted)) }
      return firstTime(wanted, token)
    }
    if let fitting = goal.contact?.method, isServed(fitting) { return challenge(fitting, token) }
    let usable = usableMethods
    switch (usable.first, authenticators.isEmpty) {
    case (nil, true): return firstTime(goal.contact?.method, token)
    case (nil, false): return fail(notEnrolled(nil))
    case (let only?, _) where usable.count == 1: return challenge(only, token)
    default: return choose(usable, token)
    }
  }

  /// The step if the list of authenticators is not available.
  mutating func decideUnseen(_ token: ActionToken, _ question: Question) -> FlowStep<Effect> {
    switch question {
    case .which:
      guard let named = goal.method ?? goal.contact?.method else { return choose(goal.methods, token) }
      return challenge(named, token)
    case .isKnown: return firstTime(goal.method ?? goal.contact?.method, token)
    case .whyRefused(let attempt, let error):
      if attempt.enrolls { return fail(error) }
      guard case .signIn(enrolls: true, _) = goal.ending else {
        return fail(
          AuthError(
            .methodNotAvailable,
            "The user has not enrolled '\(attempt.method.id)', or the tenant has disabled it. Choose another method.",
            vendorCode: error.vendorCode))
      }
      return firstTime(attempt.method, token)
    }
  }

  /// The step after the server refused an enrolment.
  mutating func notEnrolled(_ attempt: AuthsignalAttempt, _ error: AuthError) -> FlowStep<Effect> {
    switch goal.ending {
    // A user who has a method must prove it before another can be added (A20).
    case .credential where [.forbidden, .invalidToken].contains(error.code) && unlockedToken == nil && !hasListed:
      return list(attempt.token, .whyRefused(attempt, error))
    case .signIn(_, refusesKnown: true) where error.code == .forbidden:
      return fail(
        AuthError(
          .userExists, "This user is already enrolled. Sign in.", recovery: .signIn, vendorCode: error.vendorCode))
    case .signIn where error.code == .forbidden && !hasListed:
      return list(attempt.token, .whyRefused(attempt, error))
    case .credential, .signIn, .stepUp: return fail(error)
    }
  }

  /// The step after the server refused a challenge. If the user does not have the method, the flow enrols it, if that
  /// is allowed.
  mutating func notChallenged(_ attempt: AuthsignalAttempt, _ error: AuthError) -> FlowStep<Effect> {
    guard AuthsignalErrors.meansNotEnrolled(error), !attempt.unlocks, !hasListed else { return fail(error) }
    if case .signIn(enrolls: true, _) = goal.ending, !attempt.token.mayAddAndRead {
      return attempt.method.isEnrollable
        ? firstTime(attempt.method, attempt.token) : list(attempt.token, .whyRefused(attempt, error))
    }
    return list(attempt.token, .whyRefused(attempt, error))
  }

  private mutating func choose(_ methods: [CodeMethod], _ token: ActionToken) -> FlowStep<Effect> {
    phase = .choosing(token)
    return .prompt(.selectMethod(methods.map(Self.option)), PromptContext(stepID: goal.action, phase: "challenge"))
  }

  /// Starts a challenge for a method. If several authenticators can be used for the method, the request names the
  /// user's default, or else the first (A17).
  mutating func challenge(_ method: CodeMethod, _ token: ActionToken, unlocks: Bool = false) -> FlowStep<Effect> {
    let candidates = authenticators.filter(method.isServed)
    let chosen = candidates.first(where: \.isDefault) ?? candidates.first
    // Without a list, this client assumes that the code is sent to the address that the user typed.
    let typed = goal.contact.flatMap { $0.kind == method.contactKind ? $0.value : nil }
    let kind = AuthsignalAttempt.Kind.challenge(
      authenticatorID: candidates.count > 1 ? chosen?.id : nil, maskedContact: chosen?.maskedContact ?? typed)
    return send(AuthsignalAttempt(method: method, kind: kind, token: token, unlocks: unlocks))
  }

  /// Enrols a method. Asks first for the address or number of the method if it is not known.
  mutating func enroll(_ method: CodeMethod, _ token: ActionToken) -> FlowStep<Effect> {
    guard method.isEnrollable else { return fail(notEnrolled(method)) }
    if method == .totp { return send(AuthsignalAttempt(method: method, kind: .enroll(nil), token: token)) }
    guard let contact = goal.contact, contact.method == method else { return ask(for: method, token) }
    return send(AuthsignalAttempt(method: method, kind: .enroll(contact), token: token))
  }

  /// Asks the user to verify with an enrolled method, which allows the enrolment of another method.
  mutating func unlock(_ token: ActionToken) -> FlowStep<Effect> {
    guard let method = usableMethods.first else { return fail(notEnrolled(nil)) }
    return challenge(method, token, unlocks: true)
  }

  /// Asks for an identifier: an e-mail address or a phone number, as the requested method needs it. Without a requested
  /// method, the user chooses.
  mutating func askWho(_ error: AuthError?) -> FlowStep<Effect> {
    if let method = goal.method { return ask(for: method, nil, error) }
    return ask(for: MethodID?.none, nil, error)
  }

  /// Asks for the address or number of a method.
  mutating func ask(for method: CodeMethod, _ token: ActionToken?, _ error: AuthError? = nil) -> FlowStep<Effect> {
    ask(for: method.id, token, error)
  }

  /// Asks for an address or a number.
  ///
  /// - Parameter method: the method to ask for; nil lets the user choose between an address and a number.
  private mutating func ask(
    for method: MethodID?, _ token: ActionToken?, _ error: AuthError?
  ) -> FlowStep<Effect> {
    var ceremony = CodeCeremony<AuthsignalAttempt>(
      context: PromptContext(stepID: goal.action), options: [CodeMethod.email, .sms].map(Self.option))
    let step = ceremony.ask(for: method, failing: error)
    return follow(step, .asking(ceremony, token))
  }

  /// Enrols the first method of a user without methods, if that is allowed.
  private mutating func firstTime(_ method: CodeMethod?, _ token: ActionToken) -> FlowStep<Effect> {
    switch goal.ending {
    case .stepUp:
      return fail(
        AuthError(.noCredential, "The user has no method to prove the action with. Enrol one first."))
    case .signIn(enrolls: false, _):
      return fail(
        AuthError(.userNotFound, "No user is enrolled with this identifier. Sign up first.", recovery: .abort))
    case .signIn, .credential:
      guard let method else { return ask(for: MethodID?.none, token, nil) }
      return enroll(method, token)
    }
  }

  private func isServed(_ method: CodeMethod) -> Bool { authenticators.contains(where: method.isServed) }

  /// The offered methods that the user has. WhatsApp is included only if SMS does not already reach the same number.
  private var usableMethods: [CodeMethod] {
    goal.methods.filter { isServed($0) && !($0 == .whatsApp && isServed(.sms)) }
  }

  private func notEnrolled(_ method: CodeMethod?) -> AuthError {
    let names = usableMethods.map(\.id.rawValue).joined(separator: ", ")
    let others = names.isEmpty ? "none that this provider offers" : names
    guard let method else {
      // Methods without a code must be requested by name.
      let named = authenticators.map(\.credential.method).filter {
        DeviceMethod($0) != nil || WebAuthnMethod($0) != nil || $0 == .emailMagicLink
      }
      guard let first = named.first else {
        return AuthError(
          .methodNotAvailable, "The user has enrolled methods, but \(others). Enrol another method first.")
      }
      return AuthError(
        .methodNotAvailable, "The user has no method with a code. Request '\(first)' by name (FlowRequest.method).")
    }
    return AuthError(
      .methodNotAvailable, "The user has not enrolled '\(method.id)' (enrolled: \(others)). Choose another method.")
  }

  private static func option(_ method: CodeMethod) -> MethodOption {
    MethodOption(id: method.id, label: method.label)
  }
}
