import AuthCore
import AuthTurnkeyAPI
import BackendServer

extension Backend {
  /// `POST /otp/init`. The guide's app sends codes to its own backend unencrypted, which the vendor's second version of
  /// the call allows. With `"encrypted": true`, the response also contains the key with which the app encrypts the
  /// code.
  func startCode(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    var parameters: JSONObject = [
      "otpType": .string(try fields.text("otpType")), "contact": .string(try fields.text("contact")),
      "appName": .string(appName),
    ]
    parameters["userIdentifier"] = fields.optionalText("userIdentifier").map { .string($0) }
    if fields.object["encrypted"]?.boolValue ?? false {
      return try await client.submit(
        "init_otp", type: "ACTIVITY_TYPE_INIT_OTP_V3", parameters, result: "initOtpResultV2")
    }
    return try await client.submit(
      "init_otp", type: "ACTIVITY_TYPE_INIT_OTP_V2", parameters, result: "initOtpResult")
  }

  /// `POST /otp/verify`, with `otpCode`, or with `encryptedOtpBundle` if `/otp/init` had `"encrypted": true`.
  ///
  /// - Throws: `invalid_code` for every refusal that the vendor does not name, and the vendor's other errors.
  func verifyCode(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    var parameters: JSONObject = ["otpId": .string(try fields.text("otpId"))]
    let type: String
    if let bundle = fields.optionalText("encryptedOtpBundle") {
      parameters["encryptedOtpBundle"] = .string(bundle)
      type = "ACTIVITY_TYPE_VERIFY_OTP_V2"
    } else {
      parameters["otpCode"] = .string(try fields.text("otpCode"))
      parameters["publicKey"] = fields.optionalText("publicKey").map { .string($0) }
      type = "ACTIVITY_TYPE_VERIFY_OTP"
    }
    do throws(AuthError) {
      return try await client.submit("verify_otp", type: type, parameters, result: "verifyOtpResult")
    } catch where error.code == .providerError {
      // The vendor documents no error code for a wrong, expired or used code, so each refusal counts as a wrong code.
      throw AuthError(
        .invalidCode, "The code was not accepted. Enter it again, or request a new one.", vendorCode: error.vendorCode)
    }
  }
}
