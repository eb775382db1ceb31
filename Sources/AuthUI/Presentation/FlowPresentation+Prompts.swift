import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FlowPresentation {
  static func presentation(of prompt: Prompt, _ state: State) -> FlowPresentation {
    var shown = FlowPresentation(name: prompt.name, title: title(of: prompt, state))
    switch prompt {
    case .selectMethod(let options): shown.options = options.map(Option.init)
    case .selectAccount(let options):
      shown.options = options.map { Option(id: $0.id, label: .verbatim($0.label), icon: nil) }
    case .enterEmail(let email): shown.fields = [field(.email, "field.email", existing: email.existing)]
    case .enterPhone(let phone):
      shown.fields = [field(.phone, "field.phone", hint: "field.phone.hint", existing: phone.existing)]
    case .enterCode(let code):
      shown.fields = [
        field(.oneTimeCode(length: code.length, isNumeric: code.format == .numeric), "field.code")
      ]
    case .setupTOTP(let setup):
      // This prompt exists to show the secret.
      shown.facts = [
        Fact(kind: .qrCode, label: Phrase("fact.qrCode"), value: setup.uri.revealText()),
        Fact(kind: .secret, label: Phrase("fact.secret"), value: setup.secret.revealText()),
      ]
      shown.fields = [field(.oneTimeCode(length: nil, isNumeric: true), "field.totp")]
    case .enterTOTP(let code):
      shown.fields = [field(.oneTimeCode(length: code.length, isNumeric: true), "field.totp")]
    case .redirect(let page):
      shown.details = [Phrase("prompt.redirect.detail")]
      shown.facts = [Fact(kind: .page, label: Phrase("fact.page"), value: page.url.absoluteString)]
    case .awaitApproval(let approval): shown.facts = facts(of: approval)
    case .input(let fields):
      shown.fields = fields.map {
        Field(
          name: $0.name, kind: .named($0.kind), label: .field($0), hint: nil, existing: nil, isOptional: $0.isOptional)
      }
    case .sign(let sign):
      shown.details = [
        sign.signer.map { Phrase("prompt.sign.signer", ["signer": .text($0)]) },
        sign.form.map { Phrase("prompt.sign.form", ["form": .text($0)]) },
      ].compactMap(\.self)
      shown.facts = [Fact(kind: .message, label: Phrase("fact.message"), value: sign.message)]
      shown.fields = [field(.signature, "field.signature")]
    case .unknown: break
    }
    if let fault = state.fault, fault != .empty, !shown.fields.isEmpty {
      shown.details.append(shown.text(of: fault))
    }
    shown.actions = actions(of: prompt, state)
    return shown
  }

  /// Returns the text of a fault, which names a field by its label.
  private func text(of fault: InputFault) -> Phrase {
    guard case .missing(let name) = fault, let field = fields.first(where: { $0.name == name }) else {
      return fault.phrase
    }
    return Phrase("fault.missing", ["field": .phrase(field.label)])
  }

  private static func title(of prompt: Prompt, _ state: State) -> Phrase {
    switch prompt {
    case .selectMethod:
      switch state.purpose {
      case .signIn: Phrase("prompt.method.signIn")
      case .signUp: Phrase("prompt.method.signUp")
      case .enroll: Phrase("prompt.method.enroll")
      case .stepUp, .link, .manage: Phrase("prompt.method.confirm")
      }
    case .selectAccount: Phrase("prompt.account.title")
    case .enterEmail: Phrase("prompt.email.title")
    case .enterPhone: Phrase("prompt.phone.title")
    case .enterCode(let code): title(of: code)
    case .setupTOTP: Phrase("prompt.totpSetup.title")
    case .enterTOTP(let code): Phrase("prompt.totp.title", ["count": .number(code.length)])
    case .redirect(let page): Phrase("prompt.redirect.title", ["host": .text(host(of: page))])
    case .awaitApproval(let approval):
      if approval.isClaimed {
        Phrase("prompt.approval.claimed")
      } else {
        approval.isLinkSent ? Phrase("prompt.approval.link") : Phrase("prompt.approval.title")
      }
    case .input: Phrase("prompt.input.title")
    case .sign: Phrase("prompt.sign.title")
    case .unknown(let type): Phrase("prompt.unknown.title", ["type": .text(type)])
    }
  }

  private static func host(of page: RedirectPrompt) -> String { page.url.host() ?? page.url.absoluteString }

  private static func title(of code: CodePrompt) -> Phrase {
    var arguments: [String: Phrase.Argument] = ["destination": .text(code.destination)]
    if let length = code.length { arguments["count"] = .number(length) }
    let known = code.length == nil ? "code" : code.format == .numeric ? "digits" : "characters"
    switch (known, code.channel) {
    case ("code", .email): return Phrase("prompt.code.email", arguments)
    case ("code", .sms): return Phrase("prompt.code.sms", arguments)
    case ("code", .whatsapp): return Phrase("prompt.code.whatsapp", arguments)
    case ("code", _): return Phrase("prompt.code.sent", arguments)
    case ("digits", .email): return Phrase("prompt.digits.email", arguments)
    case ("digits", .sms): return Phrase("prompt.digits.sms", arguments)
    case ("digits", .whatsapp): return Phrase("prompt.digits.whatsapp", arguments)
    case ("digits", _): return Phrase("prompt.digits.sent", arguments)
    case (_, .email): return Phrase("prompt.characters.email", arguments)
    case (_, .sms): return Phrase("prompt.characters.sms", arguments)
    case (_, .whatsapp): return Phrase("prompt.characters.whatsapp", arguments)
    default: return Phrase("prompt.characters.sent", arguments)
    }
  }

  private static func facts(of approval: ApprovalPrompt) -> [Fact] {
    var facts: [Fact] = []
    if let page = approval.verificationURL {
      facts.append(Fact(kind: .page, label: Phrase("fact.page"), value: page.absoluteString))
    }
    if let code = approval.displayCode { facts.append(Fact(kind: .code, label: Phrase("fact.code"), value: code)) }
    // A device that has scanned the code needs it no more.
    if let text = approval.qrData, !approval.isClaimed {
      facts.append(Fact(kind: .qrCode, label: Phrase("fact.qrCode"), value: text))
    }
    return facts
  }

  private static func actions(of prompt: Prompt, _ state: State) -> [Action] {
    let submit = Action(kind: .submit, title: Phrase("action.continue"), isEnabled: state.canSubmit && !state.isBusy)
    switch prompt {
    case .enterCode(let code) where code.isResendable:
      return [submit, Action(kind: .resend, title: Phrase("action.resend"), isEnabled: state.canResend)]
    case .enterEmail, .enterPhone, .enterCode, .setupTOTP, .enterTOTP, .input: return [submit]
    case .redirect: return [Action(kind: .openPage, title: Phrase("action.openPage"), isEnabled: !state.isBusy)]
    case .awaitApproval: return [Action(kind: .submit, title: Phrase("action.check"), isEnabled: !state.isBusy)]
    case .sign: return [Action(kind: .sign, title: Phrase("action.sign"), isEnabled: !state.isBusy), submit]
    case .selectMethod, .selectAccount, .unknown: return []
    }
  }

  private static func field(
    _ kind: Field.Kind, _ label: String, hint: String? = nil, existing: String? = nil
  ) -> Field {
    Field(
      name: nil, kind: kind, label: Phrase(label), hint: hint.map { Phrase($0) }, existing: existing, isOptional: false)
  }
}

extension FlowPresentation.Option {
  init(_ option: MethodOption) {
    self.init(id: option.id.rawValue, label: .method(option.id, label: option.label), icon: option.icon)
  }
}
