import AuthCore
import AuthCrypto

/// Wallets with real keys and addresses that are the sandbox's own labels: no chain is ever reached (notes §9).
struct PrivyWallets: Sendable {
  struct Wallet: Sendable {
    let id: String
    let user: String
    /// In milliseconds since 1970.
    let createdAt: Int64
    let key: Curve25519.Signing.PrivateKey

    /// Derived from the key, and not an address of the chain.
    var address: String {
      "sandbox-solana-" + Hex.encode(SHA256.hash(data: Array(key.publicKey.rawRepresentation)).prefix(16))
    }

    var json: JSONValue {
      [
        "id": .string(id), "address": .string(address), "chain_type": "solana",
        "public_key": .string(Hex.encode(key.publicKey.rawRepresentation)), "created_at": .integer(createdAt),
        "exported_at": nil, "imported_at": nil, "owner_id": nil, "policy_ids": [], "additional_signers": [],
      ]
    }
  }

  private var wallets: [Wallet] = []

  func wallet(_ id: String, of user: String) -> Wallet? { wallets.first { $0.id == id && $0.user == user } }

  func wallets(of user: String) -> [Wallet] { wallets.filter { $0.user == user } }

  mutating func create(for user: String, at time: Int64, random: any RandomSource) -> Wallet {
    let wallet = Wallet(
      id: random.characters(24, of: "abcdefghijklmnopqrstuvwxyz0123456789"), user: user, createdAt: time * 1000,
      key: Curve25519.Signing.PrivateKey())
    wallets.append(wallet)
    return wallet
  }
}
