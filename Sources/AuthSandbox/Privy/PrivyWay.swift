import AuthCore
import AuthCrypto

/// The ways to show who one is: each has `authenticate`, `link`, mostly `init`, and `unlink` where an account can be
/// parted (P4).
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
