import AuthCore
import AuthCrypto

/// The temporary signing keys of users.
struct PrivySigningKeys: Sendable {
  private var known: [String: [Known]] = [:]

  /// A user's temporary key.
  struct Known: Sendable {
    let key: P256.Signing.PublicKey
    let expiry: Int64
    /// Whether the user had verified a second factor when the key was issued (P57).
    let showedFactor: Bool
  }

  mutating func issue(to user: String, until expiry: Int64, showedFactor: Bool) -> P256.Signing.PrivateKey {
    let key = P256.Signing.PrivateKey()
    known[user, default: []].append(Known(key: key.publicKey, expiry: expiry, showedFactor: showedFactor))
    return key
  }

  func keys(of user: String, at time: Int64) -> [Known] { (known[user] ?? []).filter { time < $0.expiry } }
}
