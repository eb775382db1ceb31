import AuthCore
import AuthCrypto

/// The ways to sign in, by their paths: each has the route `authenticate`, most have `init` and `link`, and those whose
/// accounts can be unlinked have `unlink` (P4).
enum PrivyWay: String, Sendable, CaseIterable {
  case customToken = "custom_jwt_account"
  case email = "passwordless"
  case phone = "passwordless_sms"
  case page = "oauth"
  case ethereum = "siwe"
  case solana = "siws"
  case passkey = "passkeys"
  case guest
}
