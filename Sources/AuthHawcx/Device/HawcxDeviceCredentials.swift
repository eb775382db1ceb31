import AuthCore

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
