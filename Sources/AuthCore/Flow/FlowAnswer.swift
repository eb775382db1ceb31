#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the user or the app answers to a prompt.
public enum FlowAnswer: Sendable {
  /// A method to use.
  case method(MethodID)
  /// An account to use.
  case account(String)
  /// An e-mail address.
  case email(String)
  /// A phone number.
  case phone(String)
  /// A code.
  case code(Secret)
  /// Fields by name.
  case fields([String: String])
  /// The callback of a redirect.
  case callback(URL)
  /// A new code, please.
  case resend
  /// Ask now.
  case poll

  /// The call that gives it: `submit(code:)`.
  public var name: String {
    switch self {
    case .method: "select(method:)"
    case .account: "select(account:)"
    case .email: "submit(email:)"
    case .phone: "submit(phone:)"
    case .code: "submit(code:)"
    case .fields: "submit(fields:)"
    case .callback: "resume(callback:)"
    case .resend: "resend()"
    case .poll: "poll()"
    }
  }
}

extension Prompt {
  /// Whether `answer` has a place under this prompt: the whole table of legal answers.
  public func allows(_ answer: FlowAnswer) -> Bool {
    switch (self, answer) {
    case (.selectMethod(let options), .method(let method)): options.contains { $0.id == method }
    case (.selectAccount(let options), .account(let account)): options.contains { $0.id == account }
    case (.enterEmail, .email), (.enterPhone, .phone), (.enterCode, .code), (.enterCode, .resend),
      (.setupTOTP, .code), (.enterTOTP, .code), (.redirect, .callback), (.awaitApproval, .poll), (.input, .fields):
      true
    default: false
    }
  }
}

extension FlowAnswer: Redacting {
  /// Which answer it is, and nothing of what was typed.
  public var shownParts: KeyValuePairs<String, String> {
    ["name": name]
  }
}
