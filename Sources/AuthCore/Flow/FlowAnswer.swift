#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An answer to a prompt, from the user or the app.
public enum FlowAnswer: Sendable {
  /// The method to use.
  case method(MethodID)
  /// The account to use, by its id.
  case account(String)
  /// An e-mail address.
  case email(String)
  /// A phone number.
  case phone(String)
  /// A code that was sent, or that an authenticator app shows.
  case code(Secret)
  /// Fields by name. Every value is a secret, because a field can contain a password.
  case fields([String: Secret])
  /// The signature of the message in a `sign` prompt, as text in the format that the prompt describes.
  case signature(Secret)
  /// The callback of a redirect.
  case callback(URL)
  /// Request a new code.
  case resend
  /// Ask the server now whether the user has decided on the other device.
  case poll

  /// The function of `AuthFlow` that submits this answer, such as `submit(code:)`.
  public var name: String {
    switch self {
    case .method: "select(method:)"
    case .account: "select(account:)"
    case .email: "submit(email:)"
    case .phone: "submit(phone:)"
    case .code: "submit(code:)"
    case .fields: "submit(fields:)"
    case .signature: "submit(signature:)"
    case .callback: "resume(callback:)"
    case .resend: "resend()"
    case .poll: "poll()"
    }
  }
}

extension Prompt {
  /// Whether `answer` is allowed for this prompt. The time is not checked: `CodePrompt.canResend(at:)` returns whether
  /// a new code can be requested yet. The choice of one of the context's `alternatives`, which is allowed with every
  /// prompt, is not checked either: `PromptContext.allows(_:)` checks it.
  public func allows(_ answer: FlowAnswer) -> Bool {
    switch (self, answer) {
    case (.selectMethod(let options), .method(let method)): options.contains { $0.id == method }
    case (.selectAccount(let options), .account(let account)): options.contains { $0.id == account }
    case (.enterCode(let code), .resend): code.isResendable
    case (.enterEmail, .email), (.enterPhone, .phone), (.enterCode, .code), (.setupTOTP, .code), (.enterTOTP, .code),
      (.redirect, .callback), (.awaitApproval, .poll), (.input, .fields),
      (.sign, .signature):
      true
    default: false
    }
  }
}

extension FlowAnswer: Redacting {
  /// Only the kind of answer, and nothing that the user typed.
  public var shownParts: KeyValuePairs<String, String> {
    ["name": name]
  }
}
