import AuthCore
import AuthCrypto
import AuthPrivyWallets
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthSandboxChains

/// The calls of wallets against the sandbox: typed data and transactions.
@Suite struct PrivyWalletRPCTests {
  private static let mail = EthereumTypedData(
    types: [
      "Person": [.init("name", type: "string"), .init("wallet", type: "address")],
      "Mail": [
        .init("from", type: "Person"), .init("to", type: "Person"), .init("contents", type: "string"),
      ],
    ], primaryType: "Mail",
    domain: [
      "name": "Ether Mail", "version": "1", "chainId": 1,
      "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
    ],
    message: [
      "from": ["name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"],
      "to": ["name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"], "contents": "Hello, Bob!",
    ])

  /// The account that signed the digest of EIP-712's example.
  private static func signer(_ text: String) throws -> String {
    let digest = try #require(Hex.decode("be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"))
    let bytes = try #require(Hex.decode(String(text.dropFirst(2))))
    let (r, s) = (try #require(UInt256(bytes[..<32])), try #require(UInt256(bytes[32..<64])))
    let key = try #require(
      Secp256k1.PublicKey(recoveredFrom: Secp256k1.Signature(r: r, s: s, isOdd: bytes[64] == 28), digest: digest))
    return "0x" + Hex.encode(Keccak.hash256(Array(key.uncompressed.dropFirst())).suffix(20))
  }

  @Test func signsTypedData() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    let signature = try await app.wallets.request(.signTypedData(Self.mail), with: wallet)
    #expect(try Self.signer(signature) == wallet.address.lowercased())
  }

  /// The JSON form in which pages pass typed data on.
  @Test func readsTypedData() throws {
    let document: JSONValue = [
      "types": [
        "Mail": [["name": "contents", "type": "string"]],
        "EIP712Domain": [["name": "name", "type": "string"]],
      ],
      "primaryType": "Mail", "domain": ["name": "Ether Mail"], "message": ["contents": "Hello"],
    ]
    let data = try EthereumTypedData(document)
    #expect(data.types["Mail"] == [.init("contents", type: "string")])
    #expect(data.primaryType == "Mail")
    for name in ["types", "primaryType", "domain", "message"] {
      var part = try #require(document.objectValue)
      part[name] = 1
      let error = #expect(throws: AuthError.self) { try EthereumTypedData(.object(part)) }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message.contains("'\(name)'") == true)
    }
  }

  @Test func signsAndSendsTheSameTransaction() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    let transaction = EthereumTransaction(
      to: "0x" + String(repeating: "35", count: 20), value: try EthereumQuantity(hexadecimal: "0xde0b6b3a7640000"),
      data: [1, 2], chainID: 8453, nonce: 0, gasLimit: 21_000, maxFeePerGas: 2_000_000_000,
      maxPriorityFeePerGas: 1_000_000_000, type: 2)
    let signed = try await app.wallets.request(.signTransaction(transaction), with: wallet)
    let bytes = try #require(Hex.decode(String(signed.dropFirst(2))))
    #expect(bytes.first == 2)
    let sent = try await app.wallets.request(.sendTransaction(transaction, on: "eip155:8453"), with: wallet)
    #expect(sent.hash == "0x" + Hex.encode(Keccak.hash256(bytes)))
    #expect(sent.chain == "eip155:8453")
    #expect(sent.transactionID != nil)
  }

  /// A repeated call with the same key returns the first transaction; without a key, each call sends another one.
  @Test func aRepeatedCallSendsOnce() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    let call = PrivyWalletRPC.sendTransaction(
      EthereumTransaction(to: "0x" + String(repeating: "35", count: 20), value: 1), on: "eip155:1")
    let first = try await app.wallets.request(call, with: wallet, idempotencyKey: "order-1")
    #expect(try await app.wallets.request(call, with: wallet, idempotencyKey: "order-1") == first)
    let second = try await app.wallets.request(call, with: wallet)
    #expect(second.hash != first.hash)
    #expect(first.json["transaction_request"]?["nonce"] == 0)
    #expect(second.json["transaction_request"]?["nonce"] == 1)
    let other = PrivyWalletRPC.sendTransaction(EthereumTransaction(to: nil, data: [1]), on: "eip155:1")
    let error = await #expect(throws: AuthError.self) {
      try await app.wallets.request(other, with: wallet, idempotencyKey: "order-1")
    }
    #expect(error?.code == .invalidRequest)
  }

  /// The message is that of `TransactionTests`, with the wallet as the payer.
  @Test func signsAndSendsOnSolana() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.solana)
    let key = try #require(Base58.decode(wallet.address))
    let message: [UInt8] =
      [1, 0, 1, 3] + key + [UInt8](repeating: 8, count: 32) + [UInt8](repeating: 0, count: 32)
      + [UInt8](repeating: 9, count: 32) + [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
    let unsigned = [1] + [UInt8](repeating: 0, count: 64) + message
    let signed = try await app.wallets.request(.signTransaction(unsigned), with: wallet)
    #expect(signed.count == unsigned.count)
    let signature = Array(signed[1..<65])
    let publicKey = try Curve25519.Signing.PublicKey(rawRepresentation: key)
    #expect(publicKey.isValidSignature(signature, for: message))
    let cluster = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
    let sent = try await app.wallets.request(.signAndSendTransaction(unsigned, on: cluster), with: wallet)
    #expect(sent.hash == Base58.encode(signature))
    #expect(sent.chain == cluster)
  }

  @Test func aWalletOfAnotherChainIsRefused() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.solana)
    let error = await #expect(throws: AuthError.self) {
      try await app.wallets.request(.signTypedData(Self.mail), with: wallet)
    }
    #expect(error?.code == .invalidRequest)
    #expect(try app.sandbox.requestCount("/rpc") == 0)
  }

  /// A method that this package does not name.
  @Test func anyMethodCanBeCalled() async throws {
    let app = try await WalletApp()
    let wallet = try await app.wallets.create(.ethereum)
    let call = PrivyWalletRPC("personal_sign", parameters: ["message": "hi", "encoding": "utf-8"]) {
      (data) throws(AuthError) in data["encoding"]?.stringValue ?? ""
    }
    #expect(try await app.wallets.request(call, with: wallet) == "hex")
    let unknown = PrivyWalletRPC("eth_accounts", parameters: [:]) { (data) throws(AuthError) in data }
    let error = await #expect(throws: AuthError.self) { try await app.wallets.request(unknown, with: wallet) }
    #expect(error?.vendorCode == "not_supported")
  }

  @Test func quantities() throws {
    #expect(EthereumQuantity(0).text == "0x0")
    #expect((255 as EthereumQuantity).text == "0xff")
    #expect(try EthereumQuantity(hexadecimal: "0x0100").text == "0x100")
    #expect(try EthereumQuantity(bigEndian: [0, 1, 0]).text == "0x100")
    #expect(try EthereumQuantity(bigEndian: []).text == "0x0")
    for text in ["", "10", "0x", "0xg", "0x1" + String(repeating: "0", count: 64)] {
      let error = #expect(throws: AuthError.self) { try EthereumQuantity(hexadecimal: text) }
      #expect(error?.code == .invalidRequest)
    }
  }
}
