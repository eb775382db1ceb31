import AuthCore
import AuthCrypto
import AuthPrivyWallets
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthSandboxChains

/// The signers of wallets, and the export of their keys, against the sandbox.
@Suite struct PrivyWalletSignerTests {
  /// A key quorum of the app's backend, and its key.
  private static func quorum(_ app: WalletApp) throws -> (id: String, key: P256.Signing.PrivateKey) {
    let key = P256.Signing.PrivateKey()
    let text = Base64.encode(key.publicKey.derRepresentation)
    let made = try app.server("POST", "/key_quorums", ["public_keys": [.string(text)]])
    return (try made.requiredString("id"), key)
  }

  /// Has the backend sign a message with a key of its own; returns the status.
  private static func status(
    of app: WalletApp, signing wallet: PrivyWallet, with key: P256.Signing.PrivateKey
  ) throws -> Int {
    let block = try #require(app.sandbox.descriptor["privy"])
    let (id, secret) = (block["appId"]?.stringValue ?? "", block["appSecret"]?.stringValue ?? "")
    let base = try #require(block["apiBaseURL"]?.stringValue)
    let body: JSONValue = ["method": "personal_sign", "params": ["message": "hi", "encoding": "utf-8"]]
    var request = try TransportRequest("POST", base + "/v1/wallets/\(wallet.id)/rpc")
    request.body = body.serialized
    request.headers["privy-app-id"] = id
    let signature = try key.signature(for: AuthorizationPayload(request).bytes)
    let headers: HTTPHeaders = [
      "privy-app-id": id, "Authorization": "Basic " + Base64.encode("\(id):\(secret)".utf8),
      AuthorizationPayload.headerName: Base64.encode(signature.derRepresentation),
    ]
    return app.sandbox.handle(
      SandboxRequest("POST", "/privy/v1/wallets/\(wallet.id)/rpc", headers: headers, body: body.serialized)
    ).status
  }

  @Test func signersUseTheWalletUntilTheyAreRemoved() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    let (first, second) = (try Self.quorum(app), try Self.quorum(app))
    #expect(try await app.wallets.signers(of: wallet).isEmpty)
    #expect(try Self.status(of: app, signing: wallet, with: first.key) == 401)

    var known = try await app.wallets.addSigners([PrivyWalletSigner(id: first.id)], to: wallet)
    #expect(known.map(\.id) == [first.id])
    known = try await app.wallets.addSigners(
      [PrivyWalletSigner(id: second.id, policyIDs: ["policy"])], to: wallet)
    #expect(known.map(\.id) == [first.id, second.id])
    #expect(known.last?.policyIDs == ["policy"])
    #expect(try Self.status(of: app, signing: wallet, with: first.key) == 200)
    // A signer that the wallet has already gets the new policies.
    known = try await app.wallets.addSigners([PrivyWalletSigner(id: second.id)], to: wallet)
    #expect(known.map(\.policyIDs) == [[], []])

    #expect(try await app.wallets.removeSigner(first.id, from: wallet).map(\.id) == [second.id])
    #expect(try Self.status(of: app, signing: wallet, with: first.key) == 401)
    #expect(try Self.status(of: app, signing: wallet, with: second.key) == 200)
    try await app.wallets.removeAllSigners(from: wallet)
    #expect(try Self.status(of: app, signing: wallet, with: second.key) == 401)
    // The owner still can.
    _ = try await app.wallets.personalSign("hi", with: wallet)
  }

  @Test func refusesASignerThatDoesNotExist() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    var error = await #expect(throws: AuthError.self) {
      try await app.wallets.addSigners([PrivyWalletSigner(id: "unknown")], to: wallet)
    }
    #expect(error?.code == .invalidRequest)
    error = await #expect(throws: AuthError.self) { try await app.wallets.removeSigner("unknown", from: wallet) }
    #expect(error?.code == .noCredential)
  }

  @Test func exportsTheKey() async throws {
    let app = try await WalletApp()
    let ethereum = try await app.wallets.create(.ethereum)
    let digits = try await app.wallets.exportPrivateKey(of: ethereum).revealText()
    let raw = try #require(Hex.decode(digits))
    let key = try #require(ChainKey(.secp256k1, raw))
    #expect(ChainAddress.ethereum.text(of: key) == ethereum.address)

    let solana = try await app.wallets.create(.solana)
    let text = try await app.wallets.exportPrivateKey(of: solana).revealText()
    let bytes = try #require(Base58.decode(text))
    #expect(bytes.count == 64)
    #expect(Base58.encode(Array(bytes.suffix(32))) == solana.address)
    let seed = try Curve25519.Signing.PrivateKey(rawRepresentation: Array(bytes.prefix(32)))
    #expect(Array(seed.publicKey.rawRepresentation) == Array(bytes.suffix(32)))
  }

  /// Only the owner exports a key: not the app, and not another user.
  @Test func anotherUserDoesNotExport() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    try await app.signIn("joe")
    await #expect(throws: AuthError.self) { try await app.wallets.exportPrivateKey(of: wallet) }
    await #expect(throws: AuthError.self) { try await app.wallets.addSigners([], to: wallet) }
  }
}
