public import AuthCore

/// The user's input for a prompt, and whether it can be sent. The input is checked before it is sent.
///
/// Views bind to `text` or `fields`. The description of this type omits the input, which can be a code or a password.
public struct PromptInput: Sendable, Equatable {
  /// The prompt; nil if there is no prompt.
  public let prompt: Prompt?
  /// The text for a prompt that asks for an e-mail address, a phone number, a code or a signature.
  public var text: String
  /// The fields of an `input` prompt, by name.
  public var fields: [String: String]

  /// Creates the input for a prompt. The text is the existing e-mail address or phone number of the prompt if `Contact`
  /// accepts it. A masked phone number is not accepted.
  public init(_ prompt: Prompt? = nil) {
    self.prompt = prompt
    fields = [:]
    switch prompt {
    case .enterEmail(let email): text = email.existing.flatMap { Contact(email: $0)?.value } ?? ""
    case .enterPhone(let phone): text = phone.existing.flatMap { Contact(phone: $0)?.value } ?? ""
    default: text = ""
    }
  }

  /// The text of a field, for a view to bind to: `$flow.input[field: "pin"]`.
  public subscript(field name: String) -> String {
    get { fields[name] ?? "" }
    set { fields[name] = newValue }
  }

  /// Why the input cannot be sent; nil if it can be sent.
  public var fault: InputFault? {
    switch checked {
    case .success: nil
    case .failure(let refusal): refusal.fault
    }
  }

  /// The answer; nil if the input cannot be sent.
  public var answer: FlowAnswer? {
    switch checked {
    case .success(let answer): answer
    case .failure: nil
    }
  }

  /// Returns the input for the next prompt. After an error, if the prompt is of the same kind, an address and the
  /// fields of the kinds `text` and `inviteCode` stay, so that the user can correct them. All other input is cleared.
  func following(_ next: Prompt, after error: AuthError?) -> PromptInput {
    var input = PromptInput(next)
    guard error != nil, let prompt, prompt.name == next.name else { return input }
    switch next {
    case .enterEmail, .enterPhone: input.text = text
    case .input(let asked):
      let kept = Set(asked.filter { $0.kind == .text || $0.kind == .inviteCode }.map(\.name))
      input.fields = fields.filter { kept.contains($0.key) }
    default: break
    }
    return input
  }

  private struct Refusal: Error { let fault: InputFault }

  private var checked: Result<FlowAnswer, Refusal> {
    switch prompt {
    case .enterEmail: checkedAddress
    case .enterPhone: checkedNumber
    case .enterCode(let code): checkedCode(length: code.length) { code.accepts($0) }
    // Authenticator apps show six to eight digits (RFC 4226 §5.3).
    case .setupTOTP: checkedCode(length: nil) { Self.isNumeric($0) && (6...8).contains($0.count) }
    case .enterTOTP(let code): checkedCode(length: code.length, Self.isNumeric)
    case .input(let asked): checkedFields(asked)
    case .sign: text.trimmingBlanks.isEmpty ? refused(.empty) : .success(.signature(Secret(text.trimmingBlanks)))
    case .awaitApproval: .success(.poll)
    case .selectMethod, .selectAccount: refused(.noChoice)
    case .redirect: refused(.noCallback)
    case .unknown, nil: refused(.unanswerable)
    }
  }

  private func refused(_ fault: InputFault) -> Result<FlowAnswer, Refusal> { .failure(Refusal(fault: fault)) }

  private var checkedAddress: Result<FlowAnswer, Refusal> {
    if text.trimmingBlanks.isEmpty { return refused(.empty) }
    return Contact(email: text).map { .success(.email($0.value)) } ?? refused(.notAnEmailAddress)
  }

  private var checkedNumber: Result<FlowAnswer, Refusal> {
    if text.trimmingBlanks.isEmpty { return refused(.empty) }
    return Contact(phone: text).map { .success(.phone($0.value)) } ?? refused(.notAPhoneNumber)
  }

  /// Checks a code. Spaces are ignored, because messages show codes in groups, and users copy the spaces.
  private func checkedCode(length: Int?, _ accepts: (Secret) -> Bool) -> Result<FlowAnswer, Refusal> {
    let code = Secret(text.filter { !$0.isWhitespace })
    if code.isEmpty { return refused(.empty) }
    if let length, code.count != length { return refused(.wrongLength(expected: length)) }
    return accepts(code) ? .success(.code(code)) : refused(.wrongCharacters)
  }

  private func checkedFields(_ asked: [InputField]) -> Result<FlowAnswer, Refusal> {
    var answer: [String: Secret] = [:]
    var missing: String?
    for field in asked {
      // A password can contain spaces, even at its ends (NIST SP 800-63B-3 §5.1.1.2), so it is not trimmed.
      let typed = fields[field.name, default: ""]
      let value = field.kind == .password ? typed : typed.trimmingBlanks
      if !value.isEmpty {
        answer[field.name] = Secret(value)
      } else if !field.isOptional {
        missing = missing ?? field.name
      }
    }
    guard let missing else { return .success(.fields(answer)) }
    // A user who has not begun needs no hint about a field.
    return refused(answer.isEmpty ? .empty : .missing(field: missing))
  }

  private static func isNumeric(_ code: Secret) -> Bool {
    code.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}

extension PromptInput: CustomStringConvertible, CustomReflectable {
  /// The prompt's name without the input: `PromptInput(enterCode)`.
  public var description: String { "PromptInput(\(prompt?.name ?? "nothing"))" }
  /// A mirror without the input.
  public var customMirror: Mirror { Mirror(self, children: ["prompt": prompt?.name as Any]) }
}
