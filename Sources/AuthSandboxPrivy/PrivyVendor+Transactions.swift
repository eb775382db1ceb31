import AuthCore
import AuthSandboxKit

extension PrivyVendor {
  /// `POST wallets/{id}/rpc`, after its authorisation was checked. A transaction is sent once for an idempotency key
  /// (P90).
  mutating func perform(
    _ request: SandboxRequest, with wallet: PrivyWallets.Wallet, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    let method = try body.privyText("method")
    guard [.ethereum: "eth_sendTransaction", .solana: "signAndSendTransaction"][wallet.chain] == method else {
      return .json(try wallet.perform(body))
    }
    let keyed = request.headers["privy-idempotency-key"].map { PrivyWallets.Request(key: $0, body: body) }
    if let keyed, let known = wallets.sent(by: wallet.id, as: keyed, at: world.unixTime) {
      guard known.request?.body == body else { throw .reusedIdempotencyKey }
      return .json(known.response)
    }
    let chain = try body.privyText("caip2")
    var data =
      wallet.chain == .solana
      ? try wallet.sendSolanaTransaction(body)
      : try wallet.sendTransaction(body, nonce: UInt64(wallets.count(sentBy: wallet.id, on: chain)))
    data["transaction_id"] = .string(world.random.uuid())
    data["reference_id"] = body["reference_id"]
    let response: JSONValue = ["method": .string(method), "data": .object(data)]
    wallets.record(
      PrivyWallets.Sent(
        wallet: wallet.id, caip2: chain, time: world.unixTime, request: keyed, response: response))
    return .json(response)
  }
}
