import AuthCore

/// The step in which the client has to enrol this device (H40).
struct HawcxDeviceSetup: Sendable, Hashable {
  let domain: String
  let algorithm: String
  let version: String

  /// Reads the step's fields.
  ///
  /// - Throws: `malformed_response` naming the missing field.
  init(_ fields: HawcxFields) throws(AuthError) {
    domain = try fields.required("domain")
    algorithm = try fields.required("algorithm")
    version = try fields.required("version")
  }
}
