import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

/// Transactions on the context and the client, against the sandbox's wallets.
@MainActor @Suite struct TransactionTests {
  private let app: TurnkeyApp
  private let context: TurnkeyContext
  private let payee = "0x3535353535353535353535353535353535353535"

  init() throws {
    app = try TurnkeyApp()
    context = try TurnkeyContext(app.auth)
  }

  /// A signed-in user with a wallet of two accounts.
  private func accounts() async throws -> (ethereum: TurnkeyWalletAccount, solana: TurnkeyWalletAccount) {
    try await context.signUpWithPasskey()
    try await context.createWallet(walletName: "Main", accounts: [.ethereum(), .solana()])
    let accounts = try #require(context.wallets.first?.accounts)
    return (
      try #require(accounts.first { $0.addressFormat == .ethereum }),
      try #require(accounts.first { $0.addressFormat == .solana })
    )
  }

  /// Lets the clock pass two waits of a call that asks for a transaction's status, the queries that the sandbox answers
  /// before the transaction is in a block.
  private func passing<Result: Sendable>(_ call: @Sendable () async throws -> Result) async throws -> Result {
    async let result = call()
    for _ in 0..<2 {
      await app.clock.waitForSleepers(of: .milliseconds(500))
      app.clock.advance(by: .milliseconds(500))
    }
    return try await result
  }

  /// A transfer in Solana's wire format: one signature, two accounts and the program, one instruction.
  private func transfer(from address: String) throws -> (unsigned: [UInt8], message: [UInt8]) {
    let payer = try #require(Base58.decode(address))
    let keys = payer + [UInt8](repeating: 9, count: 32) + [UInt8](repeating: 0, count: 32)
    let blockhash = [UInt8](repeating: 5, count: 32)
    let message = [1, 0, 1, 3] + keys + blockhash + [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    return ([1] + [UInt8](repeating: 0, count: 64) + message, message)
  }

  @Test("The wallets on the context have their accounts, and each change is shown")
  func walletsHaveAccounts() async throws {
    let (ethereum, _) = try await accounts()
    let wallet = try #require(context.wallets.first)
    #expect(wallet.name == "Main" && wallet.updatedAt != nil)
    let more = try await context.createWalletAccounts([.ethereum(1)], walletId: wallet.id)
    #expect(context.wallets.first?.accounts?.map(\.address).contains(more[0]) == true)
    let words = try await context.exportWallet(walletId: wallet.id)
    let copy = try await context.importWallet(walletName: "Copy", mnemonic: words, accounts: [.ethereum()])
    #expect(copy.addresses == [ethereum.address])
    #expect(context.wallets.map(\.name) == ["Main", "Copy"])
    #expect(context.wallets.map { $0.accounts?.count } == [3, 1])
    #expect(try await context.client().wallets().allSatisfy { $0.accounts == nil })
  }

  @Test("A signed message recovers to the account's address")
  func messagesAreSigned() async throws {
    let (ethereum, solana) = try await accounts()
    let signature = try await context.signMessage(signWith: ethereum, message: "Hello")
    let recovery = try #require(Hex.decode(signature.v)).last ?? 0
    let signer = PersonalMessage.signer(of: Array("Hello".utf8), signature: signature.bytes + [recovery])
    #expect(signer.map { "0x" + Hex.encode($0) } == ethereum.address.lowercased())
    let raw = try await context.signRawPayload(
      signWith: solana.address, payload: "Hello", encoding: .textUTF8, hashFunction: .notApplicable)
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: try #require(Base58.decode(solana.address)))
    #expect(key.isValidSignature(raw.bytes, for: Array("Hello".utf8)))
  }

  @Test("EIP-155: the example of the standard gets the signature of the standard")
  func standardsExampleIsSigned() async throws {
    _ = try await accounts()
    let client = try await context.client()
    let key = try await client.importPrivateKey(
      Secret([UInt8](repeating: 0x46, count: 32)), name: "EIP-155", curve: .secp256k1, addressFormats: [.ethereum],
      user: try #require(context.session).subject)
    let unsigned = try #require(
      Hex.decode(
        "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"))
    let signed = try await client.signTransaction(unsigned, with: key, type: .ethereum)
    #expect(
      Hex.encode(signed)
        == "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc"
        + "2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966"
        + "a3b6d83")
  }

  @Test("T87: a Solana transaction gets the account's signature over its message")
  func solanaTransactionsAreSigned() async throws {
    let (ethereum, solana) = try await accounts()
    let (unsigned, message) = try transfer(from: solana.address)
    let signed = try await context.signTransaction(signWith: solana, unsignedTransaction: unsigned, type: .solana)
    #expect(signed.count == unsigned.count && Array(signed.dropFirst(65)) == message)
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: try #require(Base58.decode(solana.address)))
    #expect(key.isValidSignature(Array(signed.dropFirst().prefix(64)), for: message))
    await #expect(throws: AuthError.self) {
      try await context.signTransaction(signWith: ethereum, unsignedTransaction: unsigned, type: .solana)
    }
    #expect(
      try app.sent("/submit/sign_transaction").first?["parameters"]
        == [
          "signWith": .string(solana.address), "unsignedTransaction": .string(Hex.encode(unsigned)),
          "type": "TRANSACTION_TYPE_SOLANA",
        ])
  }

  @Test("T87, T88: an Ethereum transaction is completed, signed and sent, and its hash is that of the signed bytes")
  func ethereumTransactionsAreSent() async throws {
    let (ethereum, _) = try await accounts()
    var transaction = NewEthereumTransaction(
      from: ethereum.address, on: .sepolia, calls: [.init(to: payee, value: "1000000000000000000", data: [1, 2])])
    transaction.nonce = 7
    transaction.gasLimit = 30_000
    transaction.maxFeePerGas = 300
    transaction.maxPriorityFeePerGas = 200
    let status = try await passing { [transaction] in try await context.sendTransaction(transaction) }
    #expect(status.state == .included && status.isIncluded)
    // The same transaction in EIP-1559's form, written by hand.
    let fields =
      "83aa36a7" + "07" + "81c8" + "82012c" + "827530" + "94" + payee.dropFirst(2) + "880de0b6b3a7640000" + "820102"
      + "c0"
    let unsigned = try #require(Hex.decode("02" + "ef" + fields))
    let signed = try await context.signTransaction(signWith: ethereum, unsignedTransaction: unsigned, type: .ethereum)
    #expect(status.hash == "0x" + Hex.encode(Keccak.hash256(signed)))
    let body = try #require(try app.sent("/submit/eth_send_transaction").first)
    #expect(body["type"] == "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2")
    #expect(
      body["parameters"]
        == [
          "from": .string(ethereum.address), "caip2": "eip155:11155111",
          "calls": [["to": .string(payee), "value": "1000000000000000000", "data": "0x0102"]], "nonce": "7",
          "gasLimit": "30000", "maxFeePerGas": "300", "maxPriorityFeePerGas": "200",
        ])
    let batch = NewEthereumTransaction(
      from: ethereum.address, on: .ethereum(8453), calls: [.init(to: payee), .init(to: payee)], isSponsored: true)
    #expect(try await passing { try await context.sendTransaction(batch) }.hash?.count == 66)
  }

  @Test("T87, T88: a Solana transaction is sent, and known by its first signature")
  func solanaTransactionsAreSent() async throws {
    let (_, solana) = try await accounts()
    let (unsigned, message) = try transfer(from: solana.address)
    let client = try await context.client()
    let id = try await client.sendTransaction(
      NewSolanaTransaction(unsigned, signers: [solana.address], on: .solanaDevnet))
    #expect(try await client.transactionStatus(of: id).state == .initialized)
    #expect(try await client.transactionStatus(of: id).state == .broadcasting)
    let status = try await client.includedTransaction(id)
    let signature = try #require(status.hash.flatMap { Base58.decode($0) })
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: try #require(Base58.decode(solana.address)))
    #expect(key.isValidSignature(signature, for: message))
    let body = try #require(try app.sent("/submit/sol_send_transaction").first)
    #expect(body["parameters"]?["signWiths"] == [.string(solana.address)])
    #expect(body["parameters"]?["unsignedTransaction"] == .string(Hex.encode(unsigned)))
  }

  @Test("T88: a transaction that fails, and one that takes too long, end with an error that names it")
  func transactionsFail() async throws {
    let (ethereum, _) = try await accounts()
    let client = try await context.client()
    let transaction = NewEthereumTransaction(from: ethereum.address, on: .ethereum, calls: [.init(to: payee)])
    let slow = try await client.sendTransaction(transaction)
    do {
      _ = try await client.includedTransaction(slow, within: .zero)
      Issue.record("The transaction was not waited for.")
    } catch {
      #expect(error.code == .timeout && error.traceID == slow)
    }
    app.sandbox.setTurnkey(["transactions": "failed"])
    // The same body at the same moment would be the same activity.
    app.clock.advance(by: .seconds(1))
    do {
      _ = try await passing { try await context.sendTransaction(transaction) }
      Issue.record("The transaction did not fail.")
    } catch let error as AuthError {
      #expect(error.code == .providerError && error.vendorCode == "FAILED" && error.underlying == "insufficient funds")
    }
  }

  @Test("A malformed transaction is refused before it is sent", arguments: ["0x35", "3535", "0xzz"])
  func malformedTransactionsAreRefused(address: String) async throws {
    let client = app.backend
    let sent = app.wire.requests.count
    for transaction in [
      NewEthereumTransaction(from: payee, on: .ethereum, calls: [.init(to: address)]),
      NewEthereumTransaction(from: payee, on: .ethereum, calls: [.init(to: payee, value: "0x10")]),
      NewEthereumTransaction(from: payee, on: .ethereum, calls: []),
    ] {
      await #expect(throws: AuthError(.invalidRequest, "")) { try await client.sendTransaction(transaction) }
    }
    #expect(app.wire.requests.count == sent)
  }
}
