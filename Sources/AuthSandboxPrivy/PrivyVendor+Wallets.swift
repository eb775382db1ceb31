import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

/// Wallets: those of the signed-in user in the client API, and those of all owners in the server API
/// (P13 to P19, P56 to P61, P89, P90).
extension PrivyVendor {
  /// Handles `wallets…` of the client API: the wallets of the signed-in user.
  mutating func userWallets(
    _ request: SandboxRequest, _ path: String, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let (user, session) = try signedIn(request, world)
    switch (request.method, path) {
    // GUESS P60: a user sees only their own wallets.
    case ("GET", "wallets"): return .json(Self.page(wallets.wallets(of: user.id), request))
    // The vendor's clients refuse a second wallet of a chain themselves (P13).
    case ("POST", "wallets"): return try createWallet(request, for: .user(user.id), world)
    case ("POST", "wallets/authenticate"):
      try checkEnrollment(user, world)
      try checkFactor(request, user, session, world)
      return try authenticateWallets(request, user: user, world)
    default: break
    }
    if request.method == "GET", let id = path.between("wallets/", ""), let wallet = wallets.wallet(id),
      wallet.owner == .user(user.id)
    {
      return .json(wallet.json)
    }
    guard let id = Self.walletID(path), let wallet = wallets.wallet(id), wallet.owner == .user(user.id) else {
      throw .notFound
    }
    try checkEnrollment(user, world)
    return try use(wallet, request, path, world)
  }

  /// The page of wallets that the query fields `chain_type`, `cursor` and `limit` request.
  private static func page(_ wallets: [PrivyWallets.Wallet], _ request: SandboxRequest) -> JSONValue {
    let chain = request.queryValue("chain_type")
    let fitting = wallets.filter { chain == nil || $0.chain.rawValue == chain }
    let start = request.queryValue("cursor").flatMap { cursor in fitting.firstIndex { $0.id == cursor } } ?? 0
    let limit = request.queryValue("limit").flatMap { Int($0) }.map { min(100, max(1, $0)) } ?? 100
    let rest = fitting.dropFirst(start + limit)
    return [
      "data": .array(fitting[start...].prefix(limit).map(\.json)),
      "next_cursor": rest.first.map { .string($0.id) } ?? .null,
    ]
  }

  /// Handles `wallets…` of the server API.
  mutating func appWallets(
    _ request: SandboxRequest, _ path: String, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    switch (request.method, path) {
    case ("GET", "wallets"): return .json(["data": .array(wallets.all.map(\.json)), "next_cursor": nil])
    case ("POST", "wallets"): return try createWallet(request, for: try Self.owner(try request.privyBody), world)
    case ("POST", "wallets/authenticate"): return try authenticateWallets(request, user: nil, world)
    default: break
    }
    if request.method == "GET", let id = path.between("wallets/", ""), let wallet = wallets.wallet(id) {
      return .json(wallet.json)
    }
    guard let id = Self.walletID(path), let wallet = wallets.wallet(id) else { throw .notFound }
    return try use(wallet, request, path, world)
  }

  /// The id in `wallets/{id}`, `wallets/{id}/rpc` and `wallets/{id}/export`.
  private static func walletID(_ path: String) -> String? {
    path.between("wallets/", "/rpc") ?? path.between("wallets/", "/export") ?? path.between("wallets/", "")
  }

  /// The calls with one wallet, each of which has to be authorised.
  private mutating func use(
    _ wallet: PrivyWallets.Wallet, _ request: SandboxRequest, _ path: String, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    switch (request.method, path.dropFirst("wallets/\(wallet.id)".count)) {
    case ("POST", "/rpc"):
      try authorize(request, for: wallet, byOwnerAlone: false, world)
      return try perform(request, with: wallet, world)
    case ("POST", "/export"): return try exportWallet(request, wallet, world)
    case ("PATCH", ""): return try updateWallet(request, wallet, world)
    default: throw .notFound
    }
  }

  /// The owner that a request to create a wallet names.
  private static func owner(_ body: JSONObject) throws(PrivyFailure) -> PrivyWallets.Owner {
    if let id = body["owner"]?["user_id"]?.stringValue { return .user(id) }
    guard let text = body["owner"]?["public_key"]?.stringValue else { return .app }
    guard publicKey(text) != nil else { throw .invalidData("owner.public_key must be a P-256 SPKI in base64.") }
    return .key(text)
  }

  /// `POST wallets`: creates a wallet. A request with an idempotency key that its owner used within a day gets the
  /// wallet of the earlier request, and is refused if its body is different (P90).
  private mutating func createWallet(
    _ request: SandboxRequest, for owner: PrivyWallets.Owner, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    let chain = try Self.chain(body)
    let keyed = request.headers["privy-idempotency-key"].map { PrivyWallets.Request(key: $0, body: body) }
    if let keyed, let known = wallets.wallet(of: owner, madeBy: keyed, at: world.unixTime) {
      guard known.request?.body == body else { throw .reusedIdempotencyKey }
      return .json(known.json)
    }
    if case .user(let id) = owner {
      guard let user = directory.user(id) else { throw .userNotFound }
      return .json(try createWallet(chain, for: user, request: keyed, world).json)
    }
    return .json(wallets.create(chain, for: owner, request: keyed, at: world.unixTime, random: world.random).json)
  }

  /// Creates the wallets of a new user, one for each chain in the policy `createOnLogin`.
  mutating func createWalletsOnLogin(_ user: PrivyUser, _ world: SandboxWorld) throws(PrivyFailure) -> PrivyUser {
    for name in world.policy(name)["createOnLogin"]?.arrayValue ?? [] {
      guard let chain = name.stringValue.flatMap(PrivyWallets.Chain.init(rawValue:)) else { continue }
      _ = try createWallet(chain, for: user, world)
    }
    return directory.user(user.id) ?? user
  }

  private mutating func createWallet(
    _ chain: PrivyWallets.Chain, for user: PrivyUser, request: PrivyWallets.Request? = nil, _ world: SandboxWorld
  ) throws(PrivyFailure) -> PrivyWallets.Wallet {
    let wallet = wallets.create(
      chain, for: .user(user.id), request: request, at: world.unixTime, random: world.random)
    let details: JSONObject = [
      "address": .string(wallet.address), "chain_type": .string(chain.rawValue), "wallet_client": "privy",
      "wallet_client_type": "privy", "connector_type": "embedded", "wallet_index": .integer(Int64(wallet.index)),
      "imported": false, "delegated": false, "recovery_method": "privy-v2",
      "chain_id": .string(chain.id), "public_key": .string(Hex.encode(wallet.key.publicKey)),
    ]
    guard
      directory.link(PrivyUser.Account(.wallet(wallet.id), at: world.unixTime, details: details), to: user.id) != nil
    else { throw .userNotFound }
    return wallet
  }

  /// `POST wallets/authenticate`: issues a temporary signing key for a user, encrypted to the request's key.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - user: the user of the requesting session; nil for the app's backend.
  ///   - world: the time, the policy and the source of randomness.
  private mutating func authenticateWallets(
    _ request: SandboxRequest, user: PrivyUser?, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    let owner = try owner(ofToken: try body.privyText("user_jwt"), request, world)
    guard user == nil || user?.id == owner.id else { throw .invalidToken("user_jwt belongs to another user") }
    if user == nil { try checkFactor(request, owner, nil, world) }
    let recipient = try Self.recipient(body)
    let expiry = world.unixTime + world.seconds(name, "signingKeySeconds", default: 3600)
    // The checks above have established that a user who has a second factor has proved it (P57).
    let key = signingKeys.issue(to: owner.id, until: expiry, showedFactor: !owner.factors.isEmpty)
    return .json([
      "encrypted_authorization_key": try Self.sealed(Base64.encode(key.derRepresentation), to: recipient),
      "expires_at": .integer(expiry * 1000), "wallets": .array(wallets.wallets(of: owner.id).map(\.json)),
    ])
  }

  /// The user of an access token, a `privy_access_token`, or the app's own JWT.
  private func owner(
    ofToken token: String, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> PrivyUser {
    let own = tokens.claims(of: token, audience: app.id)
    if let claims = own ?? tokens.claims(of: token, audience: PrivyTokenSigner.vendorAudience) {
      guard claims.expiry > world.unixTime, sessions.live(claims.session) != nil,
        let user = directory.user(claims.subject)
      else { throw .invalidToken("user_jwt has expired, or its session has ended") }
      return user
    }
    let id = try registration.customUserID(of: token, fetched: request.keySet, world: world)
    guard let user = directory.owner(of: .customAuth(id)) else { throw .userDoesNotExist }
    return user
  }

  /// Checks that the owner of a wallet, or one of its signers, has signed a request.
  func authorize(
    _ request: SandboxRequest, for wallet: PrivyWallets.Wallet, byOwnerAlone: Bool, _ world: SandboxWorld
  ) throws(PrivyFailure) {
    if wallet.owner == .app { return }
    var keys: [PrivySigningKeys.Known] = []
    var needsFactor = false
    switch wallet.owner {
    case .app: break
    case .key(let text):
      keys = Self.publicKey(text).map { [.init(key: $0, expiry: .max, showedFactor: true)] } ?? []
    case .user(let id):
      keys = signingKeys.keys(of: id, at: world.unixTime)
      needsFactor = directory.user(id)?.factors.isEmpty == false
    }
    if !byOwnerAlone { keys += signerKeys(of: wallet) }
    if let text = request.headers["privy-request-expiry"] {
      guard let expiry = Int64(text), expiry > world.unixTime * 1000 else {
        throw .refusedSignature("privy-request-expiry has passed")
      }
    }
    let authorization = try PrivyAuthorization(request, appID: app.id, baseURL: world.baseURL)
    guard let used = keys.first(where: { authorization.isSigned(by: $0.key) }) else {
      throw .refusedSignature("no signature of the wallet's owner over this request")
    }
    // The key records whether a second factor was proved before it was issued (P57).
    guard !needsFactor || used.showedFactor else { throw .mfaRequired }
  }

  private static func chain(_ body: JSONObject) throws(PrivyFailure) -> PrivyWallets.Chain {
    guard let chain = PrivyWallets.Chain(rawValue: try body.privyText("chain_type")) else {
      throw PrivyFailure(400, "not_supported", "The sandbox has wallets only of the chain types ethereum and solana.")
    }
    return chain
  }

  static func publicKey(_ text: String) -> P256.Signing.PublicKey? {
    guard let bytes = Base64.decode(text) else { return nil }
    return try? P256.Signing.PublicKey(derRepresentation: bytes)
  }
}
