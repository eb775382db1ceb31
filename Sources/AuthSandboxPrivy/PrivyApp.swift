import AuthCore
import AuthSandboxKit

/// The registered app: its ids, its secret, and the clients that may use it.
struct PrivyApp: Sendable {
  let id: String
  let clientID: String
  let secret: String
  /// The token of the app's bot at Telegram, with which Telegram signs logins.
  let telegramBotToken: String

  init(keyring: inout SandboxKeyring, random: any RandomSource) {
    let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"
    id = keyring.entry("privy.appId") { "c" + random.characters(24, of: alphabet) }
    clientID = keyring.entry("privy.appClientId") { "client-" + random.characters(46, of: alphabet) }
    secret = keyring.entry("privy.appSecret") { random.token(byteCount: 48) }
    telegramBotToken = keyring.entry("privy.telegramBotToken") {
      "7" + random.characters(9, of: "0123456789") + ":" + random.token(byteCount: 24)
    }
  }

  /// The names in `privy-client` of the vendor's libraries for mobile apps, which must send `x-native-app-identifier`.
  private static let mobileClients: Set<String> = ["expo", "android", "unity", "flutter"]

  /// Checks the headers of a client call (P40, P41, P75). Every call must name the app. The id of the app client may be
  /// missing, as in calls from web pages. Except for the public settings, `react-auth` must send `Origin`, and the
  /// mobile libraries must name their native app.
  ///
  /// - Parameters:
  ///   - request: the request to check.
  ///   - nativeAppIDs: the list in the policy `nativeAppIds`. Every caller must name an app of this list; if there is
  ///     no list, every native app is allowed.
  /// - Throws: `missing_or_invalid_privy_app_id`, `missing_or_invalid_privy_client_id`, `missing_origin`, or
  ///   `invalid_native_app_id`.
  func check(_ request: SandboxRequest, nativeAppIDs: JSONValue?) throws(PrivyFailure) {
    guard request.headers["privy-app-id"] == id else { throw .unknownApp }
    if let client = request.headers["privy-client-id"], client != clientID { throw .unknownClient }
    // The public settings are available to a client that does not name its native app.
    if request.method == "GET", request.route.hasPrefix("/api/v1/apps/") { return }
    let library = String((request.headers["privy-client"] ?? "").prefix { $0 != ":" })
    guard library != "react-auth" || request.headers["Origin"] != nil else { throw .missingOrigin }
    let native = request.headers["x-native-app-identifier"]
    if native == nil, nativeAppIDs?.arrayValue != nil || Self.mobileClients.contains(library) {
      throw .missingNativeApp
    }
    if let allowed = nativeAppIDs?.arrayValue, let native, !allowed.contains(.string(native)) {
      throw .unknownNativeApp
    }
  }

  /// Checks the headers that every server call must have: the app's id and secret as `Basic` credentials, and the id
  /// again in `privy-app-id`.
  ///
  /// - Throws: `missing_or_invalid_privy_app_id`, or `invalid_credentials` for wrong credentials.
  func checkSecret(_ request: SandboxRequest) throws(PrivyFailure) {
    guard request.headers["privy-app-id"] == id else { throw .unknownApp }
    guard let given = request.basicCredentials, given.name == id, ConstantTime.equal(given.password, secret) else {
      throw .wrongSecret
    }
  }

  /// `GET apps/{id}`: the public settings, in the format of the vendor's `AppResponse` (P62).
  ///
  /// The policy `embeddedWalletMode` is the mode of the app's wallets; `passkeySignUp` determines whether users can
  /// sign up with a passkey, and `telegramAuth` and `farcasterAuth` whether the app allows these accounts.
  func publicSettings(verificationKey: String, policy: JSONObject) -> JSONValue {
    let on = [
      "apple_oauth", "custom_jwt_auth", "discord_oauth", "email_auth", "external_wallets_for_signup_enabled",
      "github_oauth", "google_oauth", "guest_auth", "instagram_oauth", "line_oauth", "linkedin_oauth", "passkey_auth",
      "sms_auth", "solana_wallet_auth", "spotify_oauth", "tiktok_oauth", "twitch_oauth", "twitter_oauth",
      "twitter_oauth_on_mobile_enabled", "wallet_auth",
    ]
    let off = [
      "allowlist_enabled", "captcha_enabled", "disable_plus_emails", "enforce_wallet_uis",
      "farcaster_link_wallets_enabled", "fiat_on_ramp_enabled", "legacy_wallet_ui_config", "merge_accounts_by_email",
      "show_wallet_login_first", "telegram_oauth", "whatsapp_enabled",
    ]
    let absent = [
      "accent_color", "custom_api_url", "enabled_captcha_provider", "icon_url", "logo_url",
      "max_linked_wallets_per_user", "privacy_policy_url", "require_users_accept_terms", "terms_and_conditions_url",
      "wallet_connect_cloud_project_id",
    ]
    var settings: JSONObject = [
      "id": .string(id), "name": "Latchkey sandbox", "theme": "light", "data_classification": "public",
      "passkeys_for_signup_enabled": .bool(policy["passkeySignUp"]?.boolValue ?? true),
      "verification_key": .string(verificationKey),
      "allowed_domains": policy["allowedOrigins"] ?? [], "allowed_native_app_ids": policy["nativeAppIds"] ?? [],
      "allowed_native_app_url_schemes": [],
      "allowlist_config": ["error_title": nil, "error_detail": nil, "cta_text": nil, "cta_link": nil],
      "custom_oauth_providers": [], "mfa_methods": ["sms", "totp", "passkey"],
      "smart_wallet_config": ["enabled": false],
      "embedded_wallet_config": [
        "create_on_login": "off",
        "mode": .string(policy["embeddedWalletMode"]?.stringValue ?? "user-controlled-server-wallets-only"),
        "ethereum": ["create_on_login": "off"], "solana": ["create_on_login": "off"],
        "require_user_owned_recovery_on_create": false,
        "user_owned_recovery_options": [],
      ],
    ]
    settings["telegram_auth"] = .bool(Self.allows("telegramAuth", policy))
    settings["farcaster_auth"] = .bool(Self.allows("farcasterAuth", policy))
    for name in on { settings[name] = true }
    for name in off { settings[name] = false }
    for name in absent { settings[name] = .null }
    return .object(settings)
  }

  /// Whether the app allows a method that a policy can switch off.
  static func allows(_ name: String, _ policy: JSONObject) -> Bool { policy[name]?.boolValue ?? true }
}
