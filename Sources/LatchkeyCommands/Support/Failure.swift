import AuthCore

/// Shows an error: as text on standard error, or as JSON on standard output.
enum Failure {
  static func show(_ error: AuthError, isJSON: Bool) {
    if isJSON { return Output.json(.object(["ok": false, "error": .object(json(error))])) }
    let style = Style.error
    let layout = Layout.error
    Output.note(layout.line(style.red("✗ ") + style.bold("\(error.message)"), indent: 2))
    var details = [error.code.rawValue]
    if let attempts = error.attemptsRemaining { details.append(AuthError.attemptsLeft(attempts)) }
    if let wait = error.retryAfter { details.append("wait \(wait.components.seconds) s") }
    if let vendorCode = error.vendorCode { details.append("vendor code \(vendorCode)") }
    if let traceID = error.traceID { details.append("trace \(traceID)") }
    if let hint = hint(error) { details.append(hint) }
    Output.note(layout.line(style.dim("  \(details.joined(separator: " · "))"), indent: 2))
    for field in error.fieldErrors { Output.note(layout.line("  \(field.field): \(field.message)", indent: 4)) }
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

  private static func hint(_ error: AuthError) -> String? {
    switch error.recovery {
    // An error without a provider does not concern a session: it may be about a token to verify.
    case .signIn: error.provider.map { "sign in with 'latchkey sign-in --provider \($0)'" }
    case .retryRequest: "try again later"
    default: nil
    }
  }
}
