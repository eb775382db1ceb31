import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

/// Wallets with real keys, and addresses in the format of their chains; the sandbox never connects to a chain (P61).
struct PrivyWallets: Sendable {
  /// The owner of a wallet, who must authorise its signatures.
  enum Owner: Sendable, Hashable {
    /// The user with this id, who authorises with a temporary signing key.
    case user(String)
    /// The holder of the private key for this public key, an SPKI in base64.
    case key(String)
    /// The app, which authorises with its secret.
    case app
  }

  /// A request with an idempotency key. The key is valid for a day.
  struct Request: Sendable {
    static let lifetime: Int64 = 86_400

    let key: String
    let body: JSONObject
  }

  struct Wallet: Sendable {
    let id: String
    let owner: Owner
    /// The owner's id on the wire; nil if the owner is the app.
    let ownerID: String?
    let chain: Chain
    /// The wallet's index among its owner's wallets of the chain; 0 if the owner is the app.
    let index: Int
    /// The time of creation in milliseconds since 1970.
    let createdAt: Int64
    let key: ChainKey
    /// The request that created the wallet, if it had an idempotency key (P90).
    var request: Request?
    /// The wallet's further signers, as in the request that set them (P96).
    var signers: [JSONValue] = []

    var address: String { chain.address.text(of: key) ?? "" }

    var json: JSONValue {
      [
        "id": .string(id), "address": .string(address), "chain_type": .string(chain.rawValue),
        "public_key": .string(Hex.encode(key.publicKey)), "created_at": .integer(createdAt), "exported_at": nil,
        "imported_at": nil, "owner_id": ownerID.map { .string($0) } ?? .null, "policy_ids": [],
        "additional_signers": .array(signers),
      ]
    }
  }

  enum Chain: String, Sendable, CaseIterable {
    case ethereum, solana

    /// The main network's chain id (CAIP-2), which is in the linked account of a wallet (P89).
    var id: String { self == .ethereum ? "eip155:1" : "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" }
    var curve: ChainCurve { self == .ethereum ? .secp256k1 : .ed25519 }
    var address: ChainAddress { self == .ethereum ? .ethereum : .solana }
  }

  /// A transaction that the sandbox has signed instead of sending it.
  struct Sent: Sendable {
    let wallet: String
    let caip2: String
    let time: Int64
    let request: Request?
    let response: JSONValue
  }

  private var wallets: [Wallet] = []
  private var sent: [Sent] = []
  private var ownerIDs: [Owner: String] = [:]

  /// All wallets, in the order of creation.
  var all: [Wallet] { wallets }

  func wallet(_ id: String) -> Wallet? { wallets.first { $0.id == id } }

  func wallets(of user: String) -> [Wallet] { wallets.filter { $0.owner == .user(user) } }

  /// The wallet that a request of `owner` with the same idempotency key created within the last day, even if the body
  /// of that request was different.
  func wallet(of owner: Owner, madeBy request: Request, at time: Int64) -> Wallet? {
    wallets.last {
      $0.owner == owner && $0.request?.key == request.key && time - $0.createdAt / 1000 < Request.lifetime
    }
  }

  /// Replaces the signers of a wallet; nil for an unknown wallet.
  mutating func setSigners(_ signers: [JSONValue], of id: String) -> Wallet? {
    guard let index = wallets.firstIndex(where: { $0.id == id }) else { return nil }
    wallets[index].signers = signers
    return wallets[index]
  }

  /// How many transactions a wallet has sent on a chain: the nonce of the next one.
  func count(sentBy wallet: String, on caip2: String) -> Int {
    sent.count { $0.wallet == wallet && $0.caip2 == caip2 }
  }

  /// The transaction that a request with the same idempotency key sent within the last day (P90).
  func sent(by wallet: String, as request: Request, at time: Int64) -> Sent? {
    sent.last { $0.wallet == wallet && $0.request?.key == request.key && time - $0.time < Request.lifetime }
  }

  mutating func record(_ transaction: Sent) { sent.append(transaction) }

  mutating func create(
    _ chain: Chain, for owner: Owner, request: Request? = nil, at time: Int64, random: any RandomSource
  ) -> Wallet {
    func newID() -> String { random.characters(24, of: "abcdefghijklmnopqrstuvwxyz0123456789") }
    if owner != .app, ownerIDs[owner] == nil { ownerIDs[owner] = newID() }
    let wallet = Wallet(
      id: newID(), owner: owner, ownerID: ownerIDs[owner], chain: chain,
      index: wallets.count { $0.owner == owner && $0.chain == chain && owner != .app }, createdAt: time * 1000,
      key: ChainKey(chain.curve, random: random), request: request)
    wallets.append(wallet)
    return wallet
  }
}
