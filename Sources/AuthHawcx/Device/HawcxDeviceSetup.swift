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
