import AuthCore

/// The registered app: its names, its secret, and who may speak for it.
struct PrivyApp: Sendable {
  let id: String
  let clientID: String
  let secret: String

  init(keyring: inout SandboxKeyring, random: any RandomSource) {
    let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"
    id = keyring.entry("privy.appId") { "c" + random.characters(24, of: alphabet) }
    clientID = keyring.entry("privy.appClientId") { "client-" + random.characters(32, of: alphabet) }
    secret = keyring.entry("privy.appSecret") { random.token(byteCount: 48) }
  }

  /// What every client call must show (notes §10).
  ///
  /// - Parameter nativeAppIDs: the policy's list; without one every native app is welcome.
  func check(_ request: SandboxRequest, nativeAppIDs: JSONValue?) throws(PrivyFailure) {
    guard request.headers["privy-app-id"] == id else { throw .unknownApp }
    guard request.headers["privy-client-id"] == clientID else { throw .unknownClient }
    guard let allowed = nativeAppIDs?.arrayValue else { return }
    guard let native = request.headers["x-native-app-identifier"], allowed.contains(.string(native)) else {
      throw .unknownNativeApp
    }
  }

  /// What every server call must show: Basic with app id and secret, and the app id once more.
  func checkSecret(_ request: SandboxRequest) throws(PrivyFailure) {
    guard request.headers["privy-app-id"] == id else { throw .unknownApp }
    guard let given = request.basicCredentials, given.name == id, ConstantTime.equal(given.password, secret) else {
      throw .wrongSecret
    }
  }

  /// `GET apps/{id}`: what anybody may know, in the form of the server SDKs' `AppResponse`.
  func publicSettings(verificationKey: String) -> JSONValue {
    let off = [
      "allowlist_enabled", "apple_oauth", "captcha_enabled", "disable_plus_emails", "discord_oauth",
      "enforce_wallet_uis", "external_wallets_for_signup_enabled", "farcaster_auth", "farcaster_link_wallets_enabled",
      "fiat_on_ramp_enabled", "github_oauth", "google_oauth", "guest_auth", "instagram_oauth",
      "legacy_wallet_ui_config", "line_oauth", "linkedin_oauth", "merge_accounts_by_email", "passkey_auth",
      "passkeys_for_signup_enabled", "show_wallet_login_first", "sms_auth", "solana_wallet_auth", "spotify_oauth",
      "telegram_auth", "telegram_oauth", "tiktok_oauth", "twitch_oauth", "twitter_oauth",
      "twitter_oauth_on_mobile_enabled", "wallet_auth", "whatsapp_enabled",
    ]
    var settings: JSONObject = [
      "id": .string(id), "name": "Latchkey sandbox", "theme": "light", "data_classification": "public",
      "custom_jwt_auth": true, "email_auth": true, "verification_key": .string(verificationKey),
      "allowed_domains": [], "allowed_native_app_ids": [], "allowed_native_app_url_schemes": [],
      "allowlist_config": ["error_title": nil, "error_detail": nil, "cta_text": nil, "cta_link": nil],
      "custom_oauth_providers": [], "mfa_methods": [], "smart_wallet_config": ["enabled": false],
      "embedded_wallet_config": [
        "create_on_login": "off", "mode": "user-controlled-server-wallets-only",
        "ethereum": ["create_on_login": "off"], "solana": ["create_on_login": "off"],
        "require_user_owned_recovery_on_create": false, "require_user_password_on_create": false,
        "user_owned_recovery_options": [],
      ],
    ]
    for name in off { settings[name] = false }
    return .object(settings)
  }
}
