import AuthCore

/// The server asks the client to enrol this device (H40).
struct HawcxDeviceSetup: Sendable, Hashable {
  let domain: String
  let algorithm: String
  let version: String

  /// - Throws: `malformed_response` naming the missing field.
  init(_ fields: HawcxFields) throws(AuthError) {
    domain = try fields.required("domain")
    algorithm = try fields.required("algorithm")
    version = try fields.required("version")
  }
}
