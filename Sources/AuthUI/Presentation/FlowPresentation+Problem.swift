public import AuthCore

extension FlowPresentation.Problem {
  /// Creates the presentation of an error.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - wait: the time until the user can do something about it; nil if that is now.
  public init(_ error: AuthError, wait: Countdown?) {
    code = error.code
    text = .error(error.code)
    notes = error.fieldErrors.map { .verbatim("\($0.field): \($0.message)") }
    if let attempts = error.attemptsRemaining {
      notes.append(Phrase("problem.attempts", ["count": .number(attempts)]))
    }
    if let wait { notes.append(Phrase("problem.wait", ["time": .text(wait.text)])) }
    if let trace = error.traceID { notes.append(Phrase("problem.trace", ["id": .text(trace)])) }
    technical = error.message
  }

  /// Creates the presentation of an error that the app's browser threw; nil if the error says only that the user closed
  /// the page, which is all that the errors of the system say.
  init?(ofBrowser error: any Error) {
    guard let error = error as? AuthError, error.code != .cancelled else { return nil }
    self.init(error, wait: nil)
  }

  /// Creates the presentation of an error that the app's wallet threw; nil if the task was cancelled.
  init?(ofWallet error: any Error) {
    if error is CancellationError { return nil }
    if error is AuthError {
      self.init(ofBrowser: error)
      return
    }
    // The text of another library may name an account. Its type is enough for a developer.
    self.init(AuthError(.keyUnavailable, "\(type(of: error))"), wait: nil)
    text = Phrase("problem.wallet")
  }
}

extension InputFault {
  /// The text for users.
  public var phrase: Phrase {
    switch self {
    case .empty: Phrase("fault.empty")
    case .notAnEmailAddress: Phrase("fault.email")
    case .notAPhoneNumber: Phrase("fault.phone")
    case .wrongLength(let expected): Phrase("fault.length", ["count": .number(expected)])
    case .wrongCharacters: Phrase("fault.characters")
    case .missing(let field): Phrase("fault.missing", ["field": .text(field)])
    case .noChoice: Phrase("fault.choice")
    case .noCallback: Phrase("fault.callback")
    case .unanswerable: Phrase("fault.unanswerable")
    }
  }
}
