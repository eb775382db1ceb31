import AuthCore

/// The server wants a proof of an enrolled device.
struct HawcxDeviceChallenge: Sendable, Hashable {
  let challenge: String
  let keyID: String
  let algorithm: String
  let domain: String

  init(_ fields: HawcxFields) throws(AuthError) {
    challenge = try fields.required("challenge")
    keyID = try fields.required("key_id")
    algorithm = try fields.required("algorithm")
    domain = try fields.required("domain")
  }
}
