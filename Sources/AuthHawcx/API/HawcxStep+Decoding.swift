import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxStep {
  /// A step of the wire (Hawcx protocol notes §4.2).
  ///
  /// - Throws: `malformed_response` naming the required field that is missing.
  init(_ fields: HawcxFields) throws(AuthError) {
    let type = try fields.required("type")
    switch type {
    case "select_method": self = .selectMethod(try Self.methods(fields), phase: fields.text("phase"))
    case "enter_code": self = .enterCode(try HawcxCodeStep(fields))
    case "enter_totp": self = .enterTOTP
    case "setup_totp":
      self = .setupTOTP(
        secret: Secret(try fields.required("secret")), uri: Secret(try fields.required("otpauth_url")),
        period: fields.integer("period").flatMap { (1...300).contains($0) ? $0 : nil })
    case "setup_sms": self = .setupSMS(existingPhone: fields.text("existing_phone"))
    case "redirect":
      let text = try fields.required("url")
      // What is opened carries the sign-in: TLS, or this machine.
      guard Origin(text)?.isAcceptable == true, let url = URL(string: text) else { throw fields.missing("url") }
      self = .redirect(url, returnScheme: fields.text("return_scheme"))
    case "await_approval": self = .awaitApproval(try HawcxApprovalStep(fields))
    case "setup_device": self = .setupDevice(try HawcxDeviceSetup(fields))
    case "device_challenge": self = .deviceChallenge(try HawcxDeviceChallenge(fields))
    case "completed":
      self = .completed(
        HawcxCompletion(
          code: Secret(try fields.required("auth_code")), expiresAt: fields.date("expires_at"),
          verifier: fields.text("code_verifier").map { Secret($0) },
          // GUESS: the vendor's documents say that the frontend has a receipt then, and not by what name (§4.1).
          receipt: fields.text("step_up_receipt").map { Secret($0) }))
    case "error": self = .error(try HawcxFailure(fields))
    default: self = .unknown(type: Self.isName(type) ? type : "unknown")
    }
  }

  /// What comes from a server and is shown to people must not be more than a name.
  private static func isName(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0 == 0x5F || $0 == 0x2D || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    return isPlain && text.utf8.count <= 64
  }

  private static func methods(_ fields: HawcxFields) throws(AuthError) -> [HawcxMethod] {
    guard let elements = fields["methods"]?.arrayValue, !elements.isEmpty else { throw fields.missing("methods") }
    var methods: [HawcxMethod] = []
    for element in elements {
      guard let method = HawcxFields(element), let id = method.text("id") else { throw fields.missing("methods") }
      methods.append(HawcxMethod(id: id, label: method.text("label") ?? id, icon: method.text("icon")))
    }
    return methods
  }
}

extension HawcxCodeStep {
  init(_ fields: HawcxFields) throws(AuthError) {
    destination = try fields.required("destination")
    length = fields.integer("code_length").flatMap { (1...64).contains($0) ? $0 : nil }
    format = fields.text("code_format").flatMap { CodePrompt.Format(rawValue: $0) }
    expiresAt = fields.date("code_expires_at")
    resendAt = fields.date("resend_at")
  }
}

extension HawcxApprovalStep {
  init(_ fields: HawcxFields) throws(AuthError) {
    guard let expiresAt = fields.date("expires_at") else { throw fields.missing("expires_at") }
    guard let interval = fields.integer("poll_interval") else { throw fields.missing("poll_interval") }
    qrData = fields.text("qr_data")
    self.expiresAt = expiresAt
    // Seconds; a value of a thousand and more was meant in milliseconds. DESIGN (§7.3).
    let seconds = interval >= 1000 ? interval / 1000 : interval
    pollInterval = .seconds(min(max(seconds, 1), 60))
  }
}

extension HawcxFailure {
  init(_ fields: HawcxFields) throws(AuthError) {
    code = try fields.required("code")
    let mayPass = fields["retryable"]?.boolValue ?? false
    action = fields.text("action").flatMap { Action(rawValue: $0) } ?? (mayPass ? .retryRequest : .abort)
    guard let details = fields.object("details") else { return }
    retryAfter = details.integer("retry_after_seconds").flatMap { $0 >= 0 ? .seconds(min($0, 86_400)) : nil }
    retryAt = details.date("retry_at")
    attemptsRemaining = details.integer("attempts_remaining").flatMap { $0 >= 0 ? $0 : nil }
    for element in details["errors"]?.arrayValue ?? [] {
      guard let error = HawcxFields(element), let field = error.text("field") else { continue }
      self.fields.append(AuthError.FieldError(field: field, message: error.text("message") ?? "is not accepted"))
    }
  }
}
