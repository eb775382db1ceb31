import AuthCore

/// A one-time code for a contact.
struct TurnkeyCode: CodeAttempt {
  let contact: Contact
  /// The code that was sent; nil before that.
  var challenge: OTPChallenge?
  /// The code that the app has sent; nil if this flow sends the code.
  var sentElsewhere: TurnkeySentCode?
  /// The ID of the session of an earlier verification, whose key is deleted before the code is sent; nil if there was
  /// no verification.
  var releasing: SessionID?

  init(_ contact: Contact, sentElsewhere: TurnkeySentCode? = nil, releasing: SessionID? = nil) {
    self.contact = contact
    self.sentElsewhere = sentElsewhere
    self.releasing = releasing
  }

  /// The effect that sends the code, or that continues with the code that the app has sent.
  var effect: TurnkeyEffect {
    sentElsewhere.map { .takeUpCode($0.json) } ?? .sendCode(contact, releasing: releasing)
  }

  var prompt: Prompt {
    challenge?.prompt(to: contact) ?? .enterCode(CodePrompt(destination: contact.value, channel: contact.channel))
  }

  var context: PromptContext { PromptContext(phase: "primary") }

  func accepts(_ code: Secret) -> Bool { OTPChallenge.accepts(code) }

  var malformedCode: AuthError { AuthError(.invalidCode, "A code has six to nine letters or digits. Enter it again.") }

  /// The next code for the same contact.
  var next: TurnkeyCode { TurnkeyCode(contact) }
}
