import AuthCore
import AuthCrypto

/// The ways to sign in: each has `authenticate` and `link`, most have `init`, and those whose account can be unlinked
/// have `unlink` (P4).
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
