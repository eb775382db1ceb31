import AuthCore
import AuthCrypto

/// Wallets with real keys and the addresses that their chains would write; no chain is ever reached (P61).
struct PrivyWallets: Sendable {
  /// Who has to agree to what a wallet signs.
  enum Owner: Sendable, Hashable {
    /// A user, by the signing key that they were given for a while.
    case user(String)
    /// Whoever holds the private key of this public one, as SPKI in base64.
    case key(String)
    /// Nobody: the app's secret is enough.
    case nobody
  }

  struct Wallet: Sendable {
    let id: String
    let owner: Owner
    let chain: Chain
    /// Which of the user's wallets of the chain it is.
    let index: Int
    /// In milliseconds since 1970.
    let createdAt: Int64
    let key: ChainKey
    /// The request's own key against making a wallet twice (P44).
    var idempotencyKey: String?

    var address: String { chain.address.text(of: key) ?? "" }

    var json: JSONValue {
      var object: JSONObject = [
        "id": .string(id), "address": .string(address), "chain_type": .string(chain.rawValue),
        "public_key": .string(Hex.encode(key.publicKey)), "created_at": .integer(createdAt), "exported_at": nil,
        "imported_at": nil, "owner_id": nil, "policy_ids": [], "additional_signers": [],
      ]
      // An owner's id stands for the owner; which it is, nobody needs to know.
      if owner != .nobody { object["owner_id"] = .string("owner-" + id) }
      return .object(object)
    }
  }

  enum Chain: String, Sendable, CaseIterable {
    case ethereum, solana

    var curve: ChainCurve { self == .ethereum ? .secp256k1 : .ed25519 }
    var address: ChainAddress { self == .ethereum ? .ethereum : .solana }
  }

  private var wallets: [Wallet] = []

  /// In the order of their creation.
  var all: [Wallet] { wallets }

  func wallet(_ id: String) -> Wallet? { wallets.first { $0.id == id } }

  func wallets(of user: String) -> [Wallet] { wallets.filter { $0.owner == .user(user) } }

  /// The wallet that an owner's earlier request with the same key made.
  func wallet(of owner: Owner, idempotencyKey: String) -> Wallet? {
    wallets.first { $0.owner == owner && $0.idempotencyKey == idempotencyKey }
  }

  mutating func create(
    _ chain: Chain, for owner: Owner, idempotencyKey: String? = nil, at time: Int64, random: any RandomSource
  ) -> Wallet {
    let wallet = Wallet(
      id: random.characters(24, of: "abcdefghijklmnopqrstuvwxyz0123456789"), owner: owner, chain: chain,
      index: wallets.count { $0.owner == owner && $0.chain == chain && owner != .nobody }, createdAt: time * 1000,
      key: ChainKey(chain.curve, random: random), idempotencyKey: idempotencyKey)
    wallets.append(wallet)
    return wallet
  }
}
