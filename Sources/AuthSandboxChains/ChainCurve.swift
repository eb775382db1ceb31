/// The curves of wallets' keys.
package enum ChainCurve: String, Sendable, CaseIterable {
  case secp256k1
  case ed25519
  case p256
}
