/// A type of activity: its path, its version, and the names of the members that contain its intent and its result.
struct TurnkeyActivityType: Sendable, Hashable {
  let path: String
  let version: Int
  let intent: String
  let result: String

  /// Whether the activity signs with a wallet account or a private key.
  var isSigning: Bool { path.hasPrefix("sign_") }

  /// The kinds of activities, by `type`. The sandbox serves each version that the public API description and the
  /// vendor's SDKs of 2026 name. The member names follow from the name of the type, but the result has its own version.
  static let byType: [String: TurnkeyActivityType] = Dictionary(
    [
      kind("STAMP_LOGIN"), kind("OTP_LOGIN", 1, results: 1), kind("OTP_LOGIN", 2, results: 1), kind("OAUTH_LOGIN"),
      kind("INIT_OTP", 1), kind("INIT_OTP", 2, results: 1), kind("INIT_OTP", 3, results: 2),
      kind("VERIFY_OTP"), kind("VERIFY_OTP", 2, results: 1), kind("OAUTH2_AUTHENTICATE"),
      kind("CREATE_OAUTH2_CREDENTIAL"), kind("UPDATE_OAUTH2_CREDENTIAL"), kind("DELETE_OAUTH2_CREDENTIAL"),
      kind("CREATE_READ_ONLY_SESSION"), kind("CREATE_READ_WRITE_SESSION", 2), kind("CREATE_SESSION_PROFILE"),
      kind("OAUTH"), kind("EMAIL_AUTH", 2, results: 1), kind("EMAIL_AUTH", 3, results: 1),
      kind("INIT_OTP_AUTH", 2), kind("INIT_OTP_AUTH", 3, results: 2), kind("OTP_AUTH"),
      kind("INIT_USER_EMAIL_RECOVERY", 2, results: 1), kind("RECOVER_USER"),
      kind("CREATE_SUB_ORGANIZATION", 7), kind("CREATE_SUB_ORGANIZATION", 8), kind("DELETE_SUB_ORGANIZATION"),
      kind("CREATE_USERS", 3, results: 1), kind("CREATE_USERS", 4, results: 1), kind("DELETE_USERS"),
      kind("UPDATE_USER"), kind("UPDATE_USER_NAME"), kind("UPDATE_USER_EMAIL"), kind("UPDATE_USER_PHONE_NUMBER"),
      kind("UPDATE_ROOT_QUORUM"), kind("CREATE_API_KEYS", 2, results: 1), kind("DELETE_API_KEYS"),
      kind("CREATE_AUTHENTICATORS", 2, results: 1), kind("DELETE_AUTHENTICATORS"),
      kind("CREATE_OAUTH_PROVIDERS"), kind("CREATE_OAUTH_PROVIDERS", 2), kind("DELETE_OAUTH_PROVIDERS"),
      kind("CREATE_POLICY", 3, results: 1), kind("CREATE_POLICIES"), kind("UPDATE_POLICY", 2),
      kind("DELETE_POLICY"), kind("DELETE_POLICIES"), kind("APPROVE_ACTIVITY"), kind("REJECT_ACTIVITY"),
      kind("CREATE_WALLET"), kind("CREATE_WALLET_ACCOUNTS"), kind("UPDATE_WALLET"), kind("DELETE_WALLETS"),
      kind("DELETE_WALLET_ACCOUNTS"), kind("EXPORT_WALLET"), kind("EXPORT_WALLET_ACCOUNT"),
      kind("INIT_IMPORT_WALLET"), kind("IMPORT_WALLET"), kind("CREATE_PRIVATE_KEYS", 2),
      kind("DELETE_PRIVATE_KEYS"), kind("EXPORT_PRIVATE_KEY"), kind("INIT_IMPORT_PRIVATE_KEY"),
      kind("IMPORT_PRIVATE_KEY"), kind("SIGN_RAW_PAYLOAD", 2, results: 1), kind("SIGN_RAW_PAYLOADS"),
      kind("SIGN_TRANSACTION", 2, results: 1), kind("ETH_SEND_TRANSACTION"), kind("ETH_SEND_TRANSACTION", 2),
      kind("SOL_SEND_TRANSACTION"), kind("SOL_SEND_TRANSACTION", 2),
    ], uniquingKeysWith: { first, _ in first })

  private static func kind(
    _ name: String, _ version: Int = 1, results: Int? = nil
  ) -> (String, TurnkeyActivityType) {
    let words = name.lowercased().split(separator: "_")
    let camel = (words.prefix(1) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
    func suffix(_ version: Int) -> String { version == 1 ? "" : "V\(version)" }
    return (
      "ACTIVITY_TYPE_" + name + (version == 1 ? "" : "_V\(version)"),
      TurnkeyActivityType(
        path: name.lowercased(), version: version, intent: camel + "Intent" + suffix(version),
        result: camel + "Result" + suffix(results ?? version))
    )
  }
}
