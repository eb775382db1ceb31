import AuthCore

/// The values that identify a device when it is enrolled, and later at the start of a flow (H26, H31).
struct HawcxDeviceCredentials: Sendable, Equatable {
  /// 160 characters of base64.
  let keyset: String
  /// 44 characters of base64.
  let index: String
  /// 32 bytes: the key that the keyset is sealed with.
  let secret: Secret

  var json: JSONObject {
    ["keyset": .string(keyset), "hindex": .string(index), "sk2": .string(secret.withBytes { Base64.encode($0) })]
  }
}
