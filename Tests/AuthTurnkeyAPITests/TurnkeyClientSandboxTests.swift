import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

/// Every typed call, against the sandbox: scripts cannot show whether a server accepts it.
@Suite struct TurnkeyClientSandboxTests {
  private let app: TurnkeyApp
  private let key = P256.Signing.PrivateKey()

  init() throws { app = try TurnkeyApp() }

  private func hex(_ key: P256.Signing.PrivateKey) -> String {
    Hex.encode(Array(key.publicKey.compressedRepresentation))
  }

  private func stamper(_ key: P256.Signing.PrivateKey) throws -> APIKeyStamper {
    try APIKeyStamper(publicKeyHex: hex(key), privateKeyHex: Hex.encode(Array(key.rawRepresentation)))
  }

  /// A sub-organisation with one root user, and the user's own client.
  private func user(
    _ email: String = "jane@example.org"
  ) async throws -> (client: TurnkeyClient, id: String, wallet: CreatedWallet?) {
    let made = try await app.backend.createSubOrganization(
      NewSubOrganization(
        name: "Jane",
        rootUsers: [
          NewTurnkeyUser(name: "jane", email: email, apiKeys: [NewAPIKey(name: "device", publicKey: hex(key))])
        ],
        wallet: NewWallet(name: "first", accounts: [.ethereum(), .solana()])))
    let client = app.backend.naming(organizationID: made.id).stamping(with: try stamper(key))
    return (client, try #require(made.rootUserIDs.first), made.wallet)
  }

  @Test func findsSubOrganisations() async throws {
    let (client, id, wallet) = try await user()
    #expect(wallet?.addresses.count == 2)
    let me = try await client.whoAmI()
    #expect(me.userID == id && me.organizationID == client.organizationID)
    for filter: SubOrganizationFilter in [
      .email("jane@example.org"), .publicKey(hex(key)), .userName("jane"), .name("Jane"),
    ] {
      #expect(try await app.backend.subOrganizations(filter) == [client.organizationID], "\(filter)")
    }
    #expect(try await app.backend.subOrganizations() == [client.organizationID])
    #expect(try await app.backend.subOrganizations(.credentialID("none")) == [])
    #expect(try await app.backend.subOrganizations(.phoneNumber("+15551234567")) == [])
    #expect(try await app.backend.verifiedSubOrganizations(.email("jane@example.org")) == [])
  }

  @Test func readsUsersAndTheirCredentials() async throws {
    let (client, id, _) = try await user()
    try await client.updateName(of: id, to: "Jane Doe")
    try await client.updateEmail(of: id, to: "doe@example.org")
    try await client.updatePhoneNumber(of: id, to: "+15551234567")
    let known = try await client.user(id)
    #expect(known.name == "Jane Doe" && known.email == "doe@example.org" && known.phoneNumber == "+15551234567")
    #expect(try await client.users().map(\.id) == [id])
    let spare = P256.Signing.PrivateKey()
    let keys = try await client.createAPIKeys(
      [NewAPIKey(name: "spare", publicKey: hex(spare), expirationSeconds: 60)], for: id)
    #expect(try await client.apiKeys(of: id).map(\.publicKey) == [hex(key), hex(spare)])
    try await client.deleteAPIKeys(keys, of: id)
    #expect(try await client.apiKeys(of: id).count == 1)
    let accounts = try await client.createOAuthProviders(
      [
        NewOAuthAccount(
          name: "google", identity: .claims(issuer: "https://accounts.google.com", subject: "1", audience: "ios"))
      ], for: id)
    #expect(try await client.oauthProviders(of: id).map(\.subject) == ["1"])
    try await client.deleteOAuthProviders(accounts, of: id)
    #expect(try await client.oauthProviders(of: id).isEmpty)
    #expect(try await client.authenticators(of: id).isEmpty)
    let delegate = P256.Signing.PrivateKey()
    let made = try await client.fetchOrCreateAPIKeyUser(publicKey: hex(delegate), name: "delegate", keyName: "k")
    let again = try await client.fetchOrCreateAPIKeyUser(publicKey: hex(delegate), name: "delegate", keyName: "k")
    #expect(again.id == made.id)
  }

  @Test func delegatesActByPolicies() async throws {
    let (client, _, _) = try await user()
    let delegate = P256.Signing.PrivateKey()
    let other = client.stamping(with: try stamper(delegate))
    let made = try await client.fetchOrCreateAPIKeyUser(publicKey: hex(delegate), name: "delegate", keyName: "k")
    await #expect(throws: AuthError.self) { try await other.createWallet(NewWallet(name: "w", accounts: [])) }
    let wanted = NewPolicy(
      name: "wallets", effect: .allow, condition: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
      consensus: "approvers.any(user, user.id == '\(made.id)')", notes: "")
    let policies = try await client.fetchOrCreatePolicies([wanted])
    #expect(policies.map(\.name) == ["wallets"])
    #expect(try await client.fetchOrCreatePolicies([wanted]).map(\.id) == policies.map(\.id))
    _ = try await other.createWallet(NewWallet(name: "w", accounts: []))
    _ = try await client.createPolicy(NewPolicy(name: "stop", effect: .deny, notes: ""))
    await #expect(throws: AuthError.self) { try await other.createWallet(NewWallet(name: "x", accounts: [])) }
  }

  @Test func createsWalletsAndListsThemInPages() async throws {
    let (client, _, first) = try await user()
    let made = try await client.createWallet(
      NewWallet(name: "many", accounts: (0..<25).map { .ethereum($0) }, mnemonicLength: 24))
    #expect(try await client.walletAccounts(of: made.id).map(\.address) == made.addresses)
    let more = try await client.createWalletAccounts([.solana()], in: made.id)
    #expect(try await client.walletAccounts().count == 28)
    #expect(try await client.wallets().map(\.name) == ["first", "many"])
    #expect(more.count == 1 && first != nil)
  }

  @Test func signaturesArePadded() async throws {
    let (client, _, wallet) = try await user()
    let addresses = try #require(wallet?.addresses)
    // Some of these signatures have a short number, which the vendor sends without its zeros.
    for number in 0..<40 {
      let signature = try await client.signRawPayload(
        Hex.encode(Array(SHA256.hash(data: [UInt8(number)]))), with: addresses[0], encoding: .hexadecimal, hash: .none)
      #expect(signature.r.count == 32 && signature.s.count == 32)
    }
    _ = try await client.signMessage(Array("hello".utf8), with: addresses[0], addressFormat: .ethereum)
    let solana = try await client.signMessage(Array("hello".utf8), with: addresses[1], addressFormat: .solana)
    let point = try #require(Base58.decode(addresses[1]))
    let verifier = try Curve25519.Signing.PublicKey(rawRepresentation: point)
    #expect(verifier.isValidSignature(solana.bytes, for: Array("hello".utf8)))
  }

  @Test func exportsAndImportsBundles() async throws {
    let (client, id, wallet) = try await user()
    let exported = try await client.exportWallet(try #require(wallet?.id))
    let copy = try await client.importWallet(
      mnemonic: exported, name: "copy", accounts: [.ethereum(), .solana()], user: id)
    #expect(copy.addresses == wallet?.addresses)
    let secret = try await client.exportWalletAccount(address: try #require(wallet?.addresses.first))
    // An export is text, an import is the key itself.
    let bytes = try #require(Hex.decode(secret.revealText()))
    let loose = try await client.importPrivateKey(
      Secret(bytes), name: "loose", curve: .secp256k1, addressFormats: [.ethereum], user: id)
    #expect(try await client.exportPrivateKey(loose) == secret)
  }

  @Test func opensSessionsOfEveryKind() async throws {
    let (client, id, _) = try await user()
    let session = P256.Signing.PrivateKey()
    let token = try await client.stampLogIn(publicKey: hex(session))
    let claims = try JSONValue(parsing: try JWS(compact: token.revealText()).payload)
    #expect(claims["user_id"] == .string(id))
    #expect(try await client.stamping(with: try stamper(session)).whoAmI().userID == id)
    #expect(try await !client.createReadOnlySession().isEmpty)
    let sent = try await app.backend.sendCode(
      to: "jane@example.org", CodeParameters(appName: "App", length: 6, isAlphanumeric: false))
    #expect(!sent.otpID.isEmpty)
  }

  @Test func callsOtherActivitiesByName() async throws {
    let (client, id, _) = try await user()
    let made: JSONValue = try await client.submit(
      "create_session_profile", ["sessionProfileName": "kiosk", "scope": "read"])
    let answer: JSONValue = try await client.query(
      "get_session_profile", ["sessionProfileId": try #require(made["sessionProfileId"])])
    #expect(answer["sessionProfile"]?["sessionProfileName"] == "kiosk")
    let stamped = client.body(of: "update_user_name", ["userId": .string(id), "userName": "Again"])
    let first = try await client.activity("update_user_name", body: stamped)
    #expect(first.status == .completed)
    // The same bytes are the same activity.
    #expect(try await client.activity("update_user_name", body: stamped).id == first.id)
    #expect(try await client.activity(id: first.id).fingerprint == first.fingerprint)
  }
}
