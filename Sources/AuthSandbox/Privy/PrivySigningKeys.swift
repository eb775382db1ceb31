import AuthCore
import AuthCrypto

/// The signing keys that users were given for a while.
struct PrivySigningKeys: Sendable {
  private var known: [String: [Known]] = [:]

  /// A key that a user was given.
  struct Known: Sendable {
    let key: P256.Signing.PublicKey
    let expiry: Int64
    /// Whether the user had shown a second factor by then (P57).
    let showedFactor: Bool
  }

  mutating func issue(to user: String, until expiry: Int64, showedFactor: Bool) -> P256.Signing.PrivateKey {
    let key = P256.Signing.PrivateKey()
    known[user, default: []].append(Known(key: key.publicKey, expiry: expiry, showedFactor: showedFactor))
    return key
  }

  func keys(of user: String, at time: Int64) -> [Known] { (known[user] ?? []).filter { time < $0.expiry } }
}
