import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a flow waits for (Hawcx protocol notes §4.2).
enum HawcxStep: Sendable {
  case selectMethod([HawcxMethod], phase: String)
  case enterCode(HawcxOneTimeCode)
  case enterTOTP(attemptsLeft: Int)
  case setupTOTP(secret: [UInt8], attemptsLeft: Int)
  case setupSMS(existing: String?)
  case redirect(HawcxRedirect)
  case awaitApproval(HawcxApproval)
  case setupDevice(domain: String)
  case deviceChallenge(HawcxDeviceChallenge)
  case completed(code: String, expires: Date, receipt: String?)

  /// The actions besides `cancel` that are legal here (§6.2).
  var actions: [String] {
    switch self {
    case .selectMethod: ["select_method"]
    case .enterCode: ["submit_code", "resend"]
    case .enterTOTP, .setupTOTP: ["submit_totp"]
    case .setupSMS: ["submit_phone"]
    case .redirect: ["oauth_callback"]
    case .awaitApproval: ["poll"]
    case .setupDevice: ["request_challenge"]
    case .deviceChallenge: ["submit_signature"]
    case .completed: []
    }
  }

  /// The `step` of the answer.
  func json(showsCodes: Bool) -> JSONObject {
    switch self {
    case .selectMethod(let methods, let phase):
      return ["type": "select_method", "methods": .array(methods.map(\.json)), "phase": .string(phase)]
    case .enterCode(let code):
      var step: JSONObject = [
        "type": "enter_code", "destination": .string(code.address.masked),
        "code_length": .integer(Int64(HawcxOneTimeCode.length)), "code_format": "numeric",
        "code_expires_at": .string(ISO8601.encode(code.expires)), "resend_at": .string(ISO8601.encode(code.resendAt)),
      ]
      if showsCodes { step["debug"] = ["otp_code": .string(code.code)] }
      return step
    case .enterTOTP: return ["type": "enter_totp"]
    case .setupTOTP(let secret, _):
      let text = Base32.encode(secret)
      return [
        "type": "setup_totp", "secret": .string(text),
        "otpauth_url": .string("otpauth://totp/Latchkey:sandbox?secret=\(text)&issuer=Latchkey&digits=6&period=30"),
        "period": .integer(HawcxTOTP.period),
      ]
    case .setupSMS(let existing):
      var step: JSONObject = ["type": "setup_sms"]
      step["existing_phone"] = existing.map { .string($0) }
      return step
    case .redirect(let redirect):
      var step: JSONObject = ["type": "redirect", "url": .string(redirect.url)]
      step["return_scheme"] = redirect.returnScheme.map { .string($0) }
      return step
    case .awaitApproval(let approval):
      var step: JSONObject = ["type": "await_approval"]
      step["qr_data"] = approval.qrData.map { .string($0) }
      step["expires_at"] = .string(ISO8601.encode(approval.expires))
      step["poll_interval"] = .integer(HawcxApproval.pollInterval)
      return step
    case .setupDevice(let domain):
      return ["type": "setup_device", "domain": .string(domain), "algorithm": "ed25519-v1", "version": "1"]
    case .deviceChallenge(let challenge): return challenge.json
    case .completed(let code, let expires, let receipt):
      var step: JSONObject = [
        "type": "completed", "auth_code": .string(code), "expires_at": .string(ISO8601.encode(expires)),
      ]
      step["step_up_receipt"] = receipt.map { .string($0) }
      return step
    }
  }
}
