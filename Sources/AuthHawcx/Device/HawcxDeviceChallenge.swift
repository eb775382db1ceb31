import AuthCore

/// The step in which this device has to prove its enrolment (H41).
struct HawcxDeviceChallenge: Sendable, Hashable {
  let challenge: [UInt8]
  /// The server's ID for the key: 64 hexadecimal digits. The proof returns it unchanged (H62).
  let keyID: String
  let algorithm: String
  let domain: String
  /// The sealed salt of the device's enrolment: nonce, ciphertext and tag (H59).
  let salt: [UInt8]

  /// Reads the step's fields.
  ///
  /// - Throws: `malformed_response` naming a field that is missing, or whose encoding or length is wrong.
  init(_ fields: HawcxFields) throws(AuthError) {
    challenge = try Self.bytes("challenge", HawcxDeviceLayout.challengeSize, fields, encoding: "challengeEncoding")
    keyID = try fields.required("keyId")
    algorithm = try fields.required("algorithm")
    domain = try fields.required("domain")
    salt = try Self.bytes("combinedsalt", HawcxDeviceLayout.saltSize, fields, encoding: nil)
    guard fields.text("responseEncoding") ?? HawcxDeviceLayout.encoding == HawcxDeviceLayout.encoding else {
      throw fields.missing("responseEncoding")
    }
  }

  private static func bytes(
    _ name: String, _ size: Int, _ fields: HawcxFields, encoding: String?
  ) throws(AuthError) -> [UInt8] {
    if let encoding, fields.text(encoding) ?? HawcxDeviceLayout.encoding != HawcxDeviceLayout.encoding {
      throw fields.missing(encoding)
    }
    guard let bytes = Base64.decode(try fields.required(name)), bytes.count == size else { throw fields.missing(name) }
    return bytes
  }
}
