import AuthCore

/// The server wants the device enrolled.
struct HawcxDeviceSetup: Sendable, Hashable {
  let domain: String
  let algorithm: String
  let version: String

  init(_ fields: HawcxFields) throws(AuthError) {
    domain = try fields.required("domain")
    algorithm = try fields.required("algorithm")
    version = fields.text("version") ?? fields.integer("version").map { String($0) } ?? "1"
  }
}

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

/// What names an enrolled device at the start of a flow.
struct HawcxDeviceCredentials: Sendable, Equatable {
  let keyset: String
  let index: String
  let secret: Secret

  var json: JSONObject {
    [
      "keyset": .string(keyset), "hindex": .string(index), "sk2": .string(secret.withBytes { Base64URL.encode($0) }),
    ]
  }
}
