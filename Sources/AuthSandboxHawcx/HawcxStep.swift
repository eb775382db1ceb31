import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The step at which a flow waits for an action (H34 to H48).
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

  /// The types of actions that this step accepts, besides `cancel`.
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

  /// The `step` of the response.
  func json(showsCodes: Bool) -> JSONObject {
    switch self {
    case .selectMethod(let methods, let phase):
      return ["type": "select_method", "methods": .array(methods.map(\.json)), "phase": .string(phase)]
    case .enterCode(let code):
      var step: JSONObject = [
        "type": "enter_code", "destination": .string(code.address.masked),
        "channel": .string(code.channel.rawValue), "codeLength": .integer(Int64(HawcxOneTimeCode.length)),
        "codeFormat": "numeric", "codeExpiresAt": .string(HawcxTime.text(code.expires)),
        "resendAt": .string(HawcxTime.text(code.resendAt)),
      ]
      if showsCodes { step["debug"] = ["otp_code": .string(code.code), "method": .string(code.method.id)] }
      step["risk"] = .null
      return step
    case .enterTOTP: return ["type": "enter_totp"]
    case .setupTOTP(let secret, _):
      let text = Base32.encode(secret)
      return [
        "type": "setup_totp", "secret": .string(text),
        "otpauthUrl": .string("otpauth://totp/Latchkey:sandbox?secret=\(text)&issuer=Latchkey&digits=6&period=30"),
        "period": .integer(HawcxTOTP.period),
      ]
    case .setupSMS(let existing):
      var step: JSONObject = ["type": "setup_sms"]
      step["existingPhone"] = existing.map { .string($0) }
      return step
    case .redirect(let redirect):
      var step: JSONObject = ["type": "redirect", "url": .string(redirect.url)]
      step["returnScheme"] = redirect.returnScheme.map { .string($0) }
      return step
    case .awaitApproval(let approval):
      var step: JSONObject = ["type": "await_approval"]
      step["qrData"] = approval.qrData.map { .string($0) }
      step["expiresAt"] = .string(HawcxTime.text(approval.expires))
      step["pollInterval"] = .integer(HawcxApproval.pollInterval)
      return step
    case .setupDevice(let domain):
      return [
        "type": "setup_device", "domain": .string(domain), "algorithm": .string(HawcxDevice.algorithm),
        "version": .string(HawcxDevice.version),
      ]
    case .deviceChallenge(let challenge): return challenge.json
    case .completed(let code, let expires, let receipt):
      var step: JSONObject = [
        "type": "completed", "authCode": .string(code), "expiresAt": .string(HawcxTime.text(expires)),
      ]
      step["stepUpReceipt"] = receipt.map { .string($0) }
      return step
    }
  }
}
