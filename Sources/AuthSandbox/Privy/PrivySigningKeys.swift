import AuthCore
import AuthCrypto

/// The signing keys that users were given for a while.
struct PrivySigningKeys: Sendable {
  private var known: [String: [(key: P256.Signing.PublicKey, expiry: Int64)]] = [:]

  mutating func issue(to user: String, until expiry: Int64) -> P256.Signing.PrivateKey {
    let key = P256.Signing.PrivateKey()
    known[user, default: []].append((key.publicKey, expiry))
    return key
  }

  func keys(of user: String, at time: Int64) -> [P256.Signing.PublicKey] {
    (known[user] ?? []).filter { time < $0.expiry }.map(\.key)
  }
}
