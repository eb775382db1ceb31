import AuthCore
import AuthCrypto

extension PrivyVendor {
  /// `POST wallets {"chain_type"}`: of the chains only Solana's, whose keys this package has.
  mutating func createWallet(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    guard try request.privyBody.privyText("chain_type") == "solana" else {
      throw PrivyFailure(400, "not_supported", "The sandbox has wallets of the chain type solana only.")
    }
    guard wallets.wallets(of: user.id).isEmpty else { throw .cannotLinkMore }
    let wallet = wallets.create(for: user.id, at: world.unixTime, random: world.random)
    let details: JSONObject = [
      "address": .string(wallet.address), "chain_type": "solana", "wallet_client": "privy",
      "wallet_client_type": "privy", "connector_type": "embedded", "wallet_index": 0, "imported": false,
      "delegated": false, "recovery_method": "privy-v2", "chain_id": "sandbox",
      "public_key": .string(Hex.encode(wallet.key.publicKey.rawRepresentation)),
    ]
    _ = directory.link(PrivyUser.Account(.wallet(wallet.id), at: world.unixTime, details: details), to: user.id)
    return .json(wallet.json)
  }

  /// `GET wallets`: DESIGN, the user's own.
  func listWallets(_ request: SandboxRequest, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    return .json(["data": .array(wallets.wallets(of: user.id).map(\.json)), "next_cursor": nil])
  }

  /// `POST wallets/{id}/rpc`: signs a message.
  func signWithWallet(
    _ id: String, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    guard let wallet = wallets.wallet(id, of: user.id) else { throw .notFound }
    let body = try request.privyBody
    guard try body.privyText("method") == "signMessage" else {
      throw PrivyFailure(400, "not_supported", "The sandbox's wallets only do signMessage.")
    }
    let parameters = body["params"]?.objectValue ?? [:]
    guard parameters["encoding"]?.stringValue == "base64",
      let message = Base64.decode(try parameters.privyText("message"))
    else { throw .invalidData("params must hold a message in base64.") }
    do {
      let signature = Base64.encode(try wallet.key.signature(for: message))
      return .json(["method": "signMessage", "data": ["signature": .string(signature), "encoding": "base64"]])
    } catch {
      throw PrivyFailure(500, "internal_error", "The sandbox could not sign.")
    }
  }
}
