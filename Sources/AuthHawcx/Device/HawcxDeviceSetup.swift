import AuthCore

/// The server asks to enrol the device (H40).
struct HawcxDeviceSetup: Sendable, Hashable {
  let domain: String
  let algorithm: String
  let version: String

  init(_ fields: HawcxFields) throws(AuthError) {
    domain = try fields.required("domain")
    algorithm = try fields.required("algorithm")
    version = try fields.required("version")
  }
}
