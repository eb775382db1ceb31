import AuthCore
import AuthCrypto

/// The ways to sign in. The raw value is the first segment of the path, to which the vendor appends `/authenticate`
/// and, for some of the ways, `/init`, `/link`, `/update` and `/unlink` (P4).
enum PrivyWay: String, Sendable, CaseIterable {
  case customToken = "custom_jwt_account"
  case email = "passwordless"
  case phone = "passwordless_sms"
  case page = "oauth"
  case ethereum = "siwe"
  case solana = "siws"
  case passkey = "passkeys"
  case telegram
  case farcaster
  case guest
}
