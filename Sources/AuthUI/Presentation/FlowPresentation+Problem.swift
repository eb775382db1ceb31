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
