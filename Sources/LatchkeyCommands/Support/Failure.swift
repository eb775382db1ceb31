import AuthCore
import AuthTerminal
import AuthUI

/// Shows an error: as text on standard error, or as JSON on standard output.
enum Failure {
  static func show(_ error: AuthError, isJSON: Bool, in catalog: TextCatalog) {
    if isJSON { return Output.json(.object(["ok": false, "error": .object(json(error))])) }
    let style = Style.error
    let layout = Layout.error
    // The message is in English and says most; a reader of another language gets the text for users before it.
    if catalog.language.tag == "en" {
      Output.note(layout.line(style.red("✗ ") + style.bold("\(error.message)"), indent: 2))
    } else {
      Output.note(layout.line(style.red("✗ ") + style.bold(TerminalText(headline(error), in: catalog)), indent: 2))
      Output.note(layout.line("  \(error.message)", indent: 2))
    }
    let details = phrases(error).map { TerminalText($0, in: catalog) }.joined(separator: " · ")
    Output.note(layout.line(style.dim("  " + details), indent: 2))
    for field in error.fieldErrors { Output.note(layout.line("  \(field.field): \(field.message)", indent: 4)) }
  }

  /// Shows a fault in the words of a command, which has a text in the catalog's language.
  static func show(_ fault: UsageFault, isJSON: Bool, in catalog: TextCatalog) {
    guard !isJSON else { return show(fault.error, isJSON: true, in: catalog) }
    let style = Style.error
    let layout = Layout.error
    Output.note(layout.line(style.red("✗ ") + style.bold(TerminalText(fault.phrase, in: catalog)), indent: 2))
    Output.note(layout.line(style.dim("  \(fault.error.code.rawValue)"), indent: 2))
  }

  static func json(_ error: AuthError) -> JSONObject {
    var object: JSONObject = ["code": .string(error.code.rawValue), "message": .string(error.message)]
    object["recovery"] = .string(name(of: error.recovery))
    object["retryAfterSeconds"] = error.retryAfter.map { .integer($0.components.seconds) }
    object["attemptsRemaining"] = error.attemptsRemaining.map { .integer(Int64($0)) }
    object["provider"] = (error.provider?.rawValue).map(JSONValue.string)
    object["vendorCode"] = error.vendorCode.map(JSONValue.string)
    object["traceID"] = error.traceID.map(JSONValue.string)
    return object
  }

  private static func name(of recovery: AuthError.Recovery) -> String {
    switch recovery {
    case .retryInput: "retryInput"
    case .restart: "restart"
    case .wait: "wait"
    case .retryRequest: "retryRequest"
    case .resend: "resend"
    case .selectMethod: "selectMethod"
    case .signIn: "signIn"
    case .abort: "abort"
    }
  }

  /// The text for users is about an app. At the command line, the user is the one who configures.
  private static func headline(_ error: AuthError) -> Phrase {
    if error.code == .notSignedIn { return Phrase("failure.notSignedIn") }
    return switch error.code.kind {
    case .refused, .transient: .error(error.code)
    case .configuration: Phrase("failure.kind.configuration")
    case .storage: Phrase("failure.kind.storage")
    case .usage: Phrase("failure.kind.usage")
    case .fault: Phrase("failure.kind.fault")
    }
  }

  private static func phrases(_ error: AuthError) -> [Phrase] {
    var phrases: [Phrase] = [.verbatim(error.code.rawValue)]
    if let attempts = error.attemptsRemaining {
      phrases.append(Phrase("problem.attempts", ["count": .number(attempts)]))
    }
    if let wait = error.retryAfter {
      phrases.append(Phrase("failure.wait", ["count": .number(Int(wait.components.seconds))]))
    }
    if let code = error.vendorCode { phrases.append(Phrase("failure.vendorCode", ["code": .text(code)])) }
    if let trace = error.traceID { phrases.append(Phrase("failure.trace", ["id": .text(trace)])) }
    switch error.recovery {
    // An error without a provider does not concern a session: it may be about a token to verify.
    case .signIn:
      if let provider = error.provider {
        phrases.append(Phrase("failure.signIn", ["provider": .text(provider.rawValue)]))
      }
    case .retryRequest: phrases.append(Phrase("failure.retry"))
    default: break
    }
    return phrases
  }
}
