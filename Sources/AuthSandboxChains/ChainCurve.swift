/// The curve of a wallet's key.
package enum ChainCurve: String, Sendable, CaseIterable {
  case secp256k1
  case ed25519
  case p256
}
