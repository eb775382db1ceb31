public import AuthCore

/// A code that was sent (v1InitOtpResultV2).
public struct SentCode: TurnkeyValue, Hashable {
  /// The vendor's ID of the attempt.
  public let otpID: String
  /// The bundle with the key for encrypting the code, signed by the vendor's enclave.
  public let encryptionTargetBundle: String

  /// Reads the result of `init_otp`.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    otpID = try json.requiredString("otpId")
    encryptionTargetBundle = try json.requiredString("otpEncryptionTargetBundle")
  }
}
