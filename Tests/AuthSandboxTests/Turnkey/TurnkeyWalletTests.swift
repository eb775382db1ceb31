import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxChains
@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey

/// Wallets and keys with real cryptography, without a blockchain.
@Suite struct TurnkeyWalletTests {
  let caller: TurnkeyCaller
  let user: (key: P256.Signing.PrivateKey, organization: String, user: String, jwt: String)

  init() throws {
    caller = try TurnkeyCaller()
    user = try caller.signedIn("jane@example.com")
  }

  private func submit(_ path: String, _ parameters: JSONObject, version: String = "") throws -> SandboxResponse {
    try caller.submit(
      path, type: path.uppercased() + version, parameters, key: user.key, organization: user.organization)
  }

  private func ask(_ query: String, _ fields: JSONObject = [:]) throws -> SandboxResponse {
    var body: JSONObject = ["organizationId": .string(user.organization)]
    for member in fields.members { body[member.name] = member.value }
    return try caller.call("query/" + query, .object(body), key: user.key)
  }

  private func account(
    _ path: String = "m/44'/60'/0'/0/0", curve: String = "CURVE_SECP256K1", format: String = "ADDRESS_FORMAT_ETHEREUM"
  ) -> JSONValue {
    [
      "curve": .string(curve), "pathFormat": "PATH_FORMAT_BIP32", "path": .string(path),
      "addressFormat": .string(format),
    ]
  }

  private func wallet(_ name: String = "w", accounts: [JSONValue]? = nil) throws -> JSONValue {
    try #require(
      try submit(
        "create_wallet", ["walletName": .string(name), "accounts": .array(accounts ?? [account()])]
      ).result)
  }

  /// Opens an `{"encappedPublic","ciphertext"}` that was sealed to `target`.
  private func open(_ bundle: JSONValue?, _ target: P256.KeyAgreement.PrivateKey) throws -> [UInt8] {
    let envelope = try JSONValue(parsing: try #require(bundle?.stringValue))
    #expect(envelope["enclaveQuorumPublic"] == caller.descriptor["signerPublicKey"])
    let data = try #require(envelope["data"]?.stringValue.flatMap { Hex.decode($0) })
    let inner = try JSONValue(parsing: data)
    #expect(inner["organizationId"] == .string(user.organization))
    let enc = try #require(inner["encappedPublic"]?.stringValue.flatMap { Hex.decode($0) })
    let ciphertext = try #require(inner["ciphertext"]?.stringValue.flatMap { Hex.decode($0) })
    var recipient = try HPKE.Recipient(
      privateKey: target, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8), encapsulatedKey: enc)
    return Array(try recipient.open(ciphertext, authenticating: enc + target.publicKey.x963Representation))
  }

  private func seal(_ plain: [UInt8], toImportBundle bundle: JSONValue?) throws -> JSONValue {
    let envelope = try JSONValue(parsing: try #require(bundle?.stringValue))
    let inner = try JSONValue(parsing: try #require(envelope["data"]?.stringValue.flatMap { Hex.decode($0) }))
    #expect(inner["userId"] == .string(user.user))
    let point = try #require(inner["targetPublic"]?.stringValue.flatMap { Hex.decode($0) })
    var sender = try HPKE.Sender(
      recipientKey: P256.KeyAgreement.PublicKey(x963Representation: point), ciphersuite: .P256_SHA256_AES_GCM_256,
      info: Array("turnkey_hpke".utf8))
    let sealed = try sender.seal(plain, authenticating: Array(sender.encapsulatedKey) + point)
    let reply: JSONValue = [
      "encappedPublic": .string(Hex.encode(sender.encapsulatedKey)), "ciphertext": .string(Hex.encode(sealed)),
    ]
    return .string(reply.serializedText)
  }

  @Test func refusesInvalidAccounts() throws {
    let cases: [(JSONValue, Int)] = [
      (account("m/44'/x"), 400), (account("44'/60'"), 400), (account(curve: "CURVE_X"), 400),
      (account("m/44'/501'/0'/0", curve: "CURVE_ED25519", format: "ADDRESS_FORMAT_SOLANA"), 400),
      (account(format: "ADDRESS_FORMAT_SOLANA"), 400), (account(format: "ADDRESS_FORMAT_XRP"), 501), ([:], 400),
    ]
    for (account, status) in cases {
      let answer = try submit("create_wallet", ["walletName": "w", "accounts": [account]])
      #expect(answer.status == status, "\(account.serializedText)")
    }
    #expect(try submit("create_wallet", ["walletName": "w", "accounts": [account(), account()]]).status == 400)
    #expect(try submit("create_wallet", ["walletName": "w"]).status == 400)
    #expect(try submit("create_wallet", ["walletName": "w", "accounts": [], "mnemonicLength": 13]).status == 400)
    _ = try wallet()
    #expect(try submit("create_wallet", ["walletName": "w", "accounts": []]).status == 400)
  }

  @Test func accountsComeInPages() throws {
    let made = try wallet(
      accounts: (0..<12).map {
        account("m/44'/501'/\($0)'/0'", curve: "CURVE_ED25519", format: "ADDRESS_FORMAT_SOLANA")
      })
    let addresses = try #require(made["addresses"]?.arrayValue)
    func page(_ options: JSONObject?) throws -> [JSONValue] {
      var fields: JSONObject = ["walletId": try #require(made["walletId"])]
      fields["paginationOptions"] = options.map { .object($0) }
      return try #require(try ask("list_wallet_accounts", fields).json["accounts"]?.arrayValue)
    }
    let first = try page(nil)
    #expect(first.map { $0["address"] } == addresses.prefix(10).map { $0 })
    let cursor = try #require(first.last?["walletAccountId"])
    #expect(try page(["after": cursor]).map { $0["address"] } == addresses.suffix(2).map { $0 })
    #expect(try page(["limit": "3", "before": cursor]).map { $0["address"] } == addresses[6..<9].map { $0 })
    #expect(try page(["limit": "100"]).count == 12)
    #expect(try ask("list_wallet_accounts", ["paginationOptions": ["after": "nobody"]]).status == 400)
    #expect(try ask("list_wallet_accounts", ["paginationOptions": ["limit": "0"]]).status == 400)
  }

  @Test func wordsAreExportedAndImported() throws {
    let made = try wallet()
    let target = P256.KeyAgreement.PrivateKey()
    let id = try #require(made["walletId"])
    #expect(try submit("delete_wallets", ["walletIds": [id]]).status == 400)
    let exported = try submit(
      "export_wallet",
      ["walletId": id, "targetPublicKey": .string(Hex.encode(target.publicKey.x963Representation))])
    let words = String(decoding: try open(exported.result?["exportBundle"], target), as: UTF8.self)
    #expect(words.split(separator: " ").count == 12)
    #expect(try ask("get_wallet", ["walletId": id]).json["wallet"]?["exported"] == true)
    #expect(
      try submit("export_wallet", ["walletId": id, "targetPublicKey": "04"]).status == 400)
    let bundle = try submit("init_import_wallet", ["userId": .string(user.user)]).result?["importBundle"]
    func load(_ words: String) throws -> SandboxResponse {
      try submit(
        "import_wallet",
        [
          "userId": .string(user.user), "walletName": "copy", "accounts": [account()],
          "encryptedBundle": try seal(Array(words.utf8), toImportBundle: bundle),
        ])
    }
    #expect(try load(words).result?["addresses"] == made["addresses"])
    // An import target is valid for only one import.
    #expect(try load(words).status == 400)
    #expect(try submit("delete_wallets", ["walletIds": [id]]).status == 200)
    #expect(try ask("get_wallet", ["walletId": id]).status == 404)
  }

  @Test func keysSignPayloads() throws {
    let made = try wallet(accounts: [
      account(), account("m/44'/60'/0'/0/1", curve: "CURVE_P256", format: "ADDRESS_FORMAT_COMPRESSED"),
    ])
    let addresses = (made["addresses"]?.arrayValue ?? []).compactMap(\.stringValue)
    caller.policy(["trimSignatures": false])
    func sign(_ with: String, _ payload: String, _ encoding: String, _ hash: String) throws -> SandboxResponse {
      try submit(
        "sign_raw_payload",
        [
          "signWith": .string(with), "payload": .string(payload),
          "encoding": .string("PAYLOAD_ENCODING_" + encoding), "hashFunction": .string("HASH_FUNCTION_" + hash),
        ], version: "_V2")
    }
    let signed = try #require(try sign(addresses[1], "hello", "TEXT_UTF8", "SHA256").result)
    let raw = try #require(Hex.decode(((signed["r"]?.stringValue ?? "") + (signed["s"]?.stringValue ?? ""))))
    let key = try P256.Signing.PublicKey(compressedRepresentation: #require(Hex.decode(addresses[1])))
    #expect(key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: raw), for: Array("hello".utf8)))
    #expect(signed["v"] == "00")
    let cases: [(String, String, String, Int)] = [
      ("0x00", "HEXADECIMAL", "NO_OP", 400), ("xyz", "HEXADECIMAL", "SHA256", 400), ("00", "EIP712", "SHA256", 501),
      ("00", "HEXADECIMAL", "NOT_APPLICABLE", 400), ("0x00", "HEXADECIMAL", "KECCAK256", 200),
    ]
    for (payload, encoding, hash, status) in cases {
      #expect(try sign(addresses[0], payload, encoding, hash).status == status, "\(payload) \(encoding) \(hash)")
    }
    #expect(try sign("0xnobody", "00", "HEXADECIMAL", "SHA256").status == 404)
    // An Ethereum address in lower case is the same address.
    #expect(try sign(addresses[0].lowercased(), "00", "HEXADECIMAL", "SHA256").status == 200)
  }

  @Test func loneKeys() throws {
    let made = try #require(
      try submit(
        "create_private_keys",
        [
          "privateKeys": [
            [
              "privateKeyName": "k", "curve": "CURVE_ED25519", "privateKeyTags": [],
              "addressFormats": ["ADDRESS_FORMAT_SOLANA", "ADDRESS_FORMAT_APTOS"],
            ]
          ]
        ], version: "_V2"
      ).result?["privateKeys"]?.arrayValue?.first)
    let id = try #require(made["privateKeyId"])
    let address = try #require(made["addresses"]?.arrayValue?.first?["address"]?.stringValue)
    let target = P256.KeyAgreement.PrivateKey()
    let exported = try submit(
      "export_private_key",
      ["privateKeyId": id, "targetPublicKey": .string(Hex.encode(target.publicKey.x963Representation))])
    let bytes = try open(exported.result?["exportBundle"], target)
    let key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
    #expect(Base58.encode(Array(key.publicKey.rawRepresentation)) == address)
    #expect(try ask("get_private_key", ["privateKeyId": id]).json["privateKey"]?["exported"] == true)
    #expect(try submit("delete_private_keys", ["privateKeyIds": [id]]).status == 200)
    #expect(try ask("list_private_keys").json["privateKeys"] == [])
  }
}
