import AuthCore

/// The defaults for new users, by sign-up method: the block `createSubOrgParams`.
///
/// Its members `emailOtpAuth`, `smsOtpAuth`, `passkeyAuth` and `oauth` each take `userName`, `organizationName`,
/// `userTag` and `wallet`, in the form of the vendor's sign-up (v1SignupV2Request).
public struct NewUserDefaults: Sendable, Hashable {
  private static let texts: KeyValuePairs = [
    "userName": "the user's name", "organizationName": "the name of the user's organisation",
    "userTag": "the user's tag",
  ]

  private let byMethod: [String: JSONObject]

  /// Creates an empty block: new users get no defaults.
  public init() { byMethod = [:] }

  /// Reads the block.
  ///
  /// - Throws: `invalid_configuration` for an unknown member, and for a value of the wrong type.
  init(reading block: ConfigurationReader?) throws(AuthError) {
    var byMethod: [String: JSONObject] = [:]
    if var reader = block {
      for name in ["emailOtpAuth", "smsOtpAuth", "passkeyAuth", "oauth"] {
        guard var parameters = try reader.object(name, "the defaults for sign-ups by this method") else { continue }
        var object = JSONObject()
        for (text, summary) in Self.texts {
          object[text] = try parameters.optionalString(text, summary).map { .string($0) }
        }
        let wallet = parameters.value("wallet", "the wallet to create for the user, in the form of the vendor's API")
        guard wallet == nil || wallet?.objectValue != nil else {
          _ = try parameters.refused("wallet", "an object, in the form of the vendor's API", ())
          continue
        }
        object["wallet"] = wallet
        try parameters.finish()
        byMethod[name] = object
      }
      try reader.finish()
    }
    self.byMethod = byMethod
  }

  /// The defaults for users who sign up by `method`. Methods other than codes and passkeys have the block `oauth`.
  func parameters(for method: MethodID) -> JSONObject {
    let name =
      switch method {
      case .emailOTP: "emailOtpAuth"
      case .smsOTP: "smsOtpAuth"
      case .passkey: "passkeyAuth"
      default: "oauth"
      }
    return byMethod[name] ?? [:]
  }
}
