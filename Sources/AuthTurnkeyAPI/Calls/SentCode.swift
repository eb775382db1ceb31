public import AuthCore

/// A code that was sent (v1InitOtpResultV2).
public struct SentCode: TurnkeyValue, Hashable {
  /// The vendor's ID of the code.
  public let otpID: String
  /// A bundle that the vendor's enclave signed. It contains the key for encrypting the code.
  public let encryptionTargetBundle: String

  /// Reads the result of `init_otp`.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    otpID = try json.requiredString("otpId")
    encryptionTargetBundle = try json.requiredString("otpEncryptionTargetBundle")
  }
}
