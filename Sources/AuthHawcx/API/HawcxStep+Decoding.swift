import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxStep {
  /// Decodes a step (H34–H48).
  ///
  /// - Throws: `malformed_response` naming a required field that is missing or invalid.
  init(_ fields: HawcxFields) throws(AuthError) {
    let type = try fields.required("type")
    switch type {
    case "select_method": self = .selectMethod(try Self.methods(fields), phase: fields.shown("phase"))
    case "enter_code": self = .enterCode(try HawcxCodeStep(fields))
    case "enter_totp": self = .enterTOTP
    case "setup_totp":
      self = .setupTOTP(
        secret: Secret(try fields.required("secret")), uri: Secret(try fields.required("otpauthUrl")),
        period: fields.integer("period").flatMap { (1...300).contains($0) ? $0 : nil })
    case "setup_sms": self = .setupSMS(existingPhone: fields.shown("existingPhone"))
    case "redirect":
      let text = try fields.required("url")
      // The sign-in continues at this address, so it must be https or on this device.
      guard Origin(text)?.isAcceptable == true, let url = URL(string: text) else { throw fields.missing("url") }
      self = .redirect(url, returnScheme: fields.text("returnScheme"))
    case "await_approval": self = .awaitApproval(try HawcxApprovalStep(fields))
    case "setup_device": self = .setupDevice(try HawcxDeviceSetup(fields))
    case "device_challenge": self = .deviceChallenge(try HawcxDeviceChallenge(fields))
    case "completed":
      self = .completed(
        HawcxCompletion(
          code: Secret(try fields.required("authCode")), expiresAt: fields.date("expiresAt"),
          verifier: fields.text("codeVerifier").map { Secret($0) },
          // GUESS H43: the receipt is a member of the completed step, and its name is `stepUpReceipt`.
          receipt: fields.text("stepUpReceipt").map { Secret($0) }))
    case "error": self = .error(try HawcxFailure(fields))
    default: self = .unknown(type: ServerText.name(type) ?? ServerText.unknownName)
    }
  }

  private static func methods(_ fields: HawcxFields) throws(AuthError) -> [HawcxMethod] {
    guard let elements = fields["methods"]?.arrayValue, !elements.isEmpty else { throw fields.missing("methods") }
    var methods: [HawcxMethod] = []
    for element in elements {
      guard let method = HawcxFields(element), let id = method.text("id") else { throw fields.missing("methods") }
      let label = method.shown("label") ?? ServerText.shown(id) ?? ServerText.unknownName
      methods.append(HawcxMethod(id: id, label: label, icon: method.text("icon")))
    }
    return methods
  }
}

extension HawcxCodeStep {
  init(_ fields: HawcxFields) throws(AuthError) {
    guard let destination = fields.shown("destination") else { throw fields.missing("destination") }
    self.destination = destination
    length = fields.integer("codeLength").flatMap { (1...64).contains($0) ? $0 : nil }
    format = fields.text("codeFormat").flatMap { CodePrompt.Format(rawValue: $0) }
    expiresAt = fields.date("codeExpiresAt")
    resendAt = fields.date("resendAt")
  }
}

extension HawcxApprovalStep {
  init(_ fields: HawcxFields) throws(AuthError) {
    guard let expiresAt = fields.date("expiresAt") else { throw fields.missing("expiresAt") }
    guard let interval = fields.integer("pollInterval") else { throw fields.missing("pollInterval") }
    qrData = fields.text("qrData")
    self.expiresAt = expiresAt
    // DESIGN H46: the unit is seconds; a value of a thousand or more is read as milliseconds.
    let seconds = interval >= 1000 ? interval / 1000 : interval
    pollInterval = .seconds(min(max(seconds, 1), 60))
  }
}

extension HawcxFailure {
  init(_ fields: HawcxFields) throws(AuthError) {
    code = try ServerText.name(fields.required("code")) ?? ServerText.unknownName
    message = fields.text("message")
    let mayPass = fields["retryable"]?.boolValue ?? false
    action = fields.text("action").flatMap { Action(rawValue: $0) } ?? (mayPass ? .retryRequest : .abort)
    guard let details = fields.object("details") else { return }
    retryAfter = details.integer("retryAfterSeconds").flatMap { $0 >= 0 ? .seconds(min($0, 86_400)) : nil }
    retryAt = details.date("retryAt")
    attemptsRemaining = details.integer("attemptsRemaining").flatMap { $0 >= 0 ? $0 : nil }
    for element in details["errors"]?.arrayValue ?? [] {
      guard let error = HawcxFields(element), let field = error.text("field") else { continue }
      self.fields.append(
        AuthError.FieldError(
          field: ServerText.name(field) ?? ServerText.unknownName,
          message: error.shown("message") ?? "is not accepted"))
    }
  }
}
