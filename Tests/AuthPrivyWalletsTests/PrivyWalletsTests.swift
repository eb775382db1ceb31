import AuthCore
import AuthCrypto
import AuthPrivy
import AuthPrivyWallets
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthSandboxChains

/// The wallets of a signed-in user, against the sandbox, which has real keys and checks each request.
@Suite struct PrivyWalletsTests {
  private let app: WalletApp
  private var clock: ManualClock { app.clock }
  private var sandbox: Sandbox { app.sandbox }
  private var auth: AuthClient { app.auth }
  private var wallets: AuthPrivyWallets.PrivyWallets { app.wallets }

  init() async throws { app = try await WalletApp(signingIn: nil) }

  private func control(_ path: String, _ body: JSONValue) throws -> JSONValue { try app.control(path, body) }

  private func signIn(_ subject: String = "jane") async throws { try await app.signIn(subject) }

  private func account(behind text: String, message: [UInt8]) throws -> String {
    let signature = try #require(Hex.decode(String(text.dropFirst(2))))
    return "0x" + Hex.encode(try #require(PersonalMessage.signer(of: message, signature: signature)))
  }

  @Test func createsAWalletOnceAndListsIt() async throws {
    try await signIn()
    #expect(try await wallets.list().isEmpty)
    let made = try await wallets.create(.ethereum)
    #expect(made.chain == .ethereum)
    #expect(made.address.hasPrefix("0x"))
    let error = await #expect(throws: AuthError.self) { try await wallets.create(.ethereum) }
    #expect(error?.code == .forbidden)
    let second = try await wallets.create(.ethereum, allowsAdditional: true)
    let solana = try await wallets.create(.solana)
    #expect(try await wallets.list().map(\.id) == [made, second, solana].map(\.id))
    let user = try #require(try auth.provider() as? PrivyProvider)
    let accounts = try await user.user(of: try await auth.session()).linkedAccounts
    #expect(accounts.count { if case .wallet(let wallet) = $0.kind { wallet.isEmbedded } else { false } } == 3)
  }

  @Test func createsWalletsForNewUsersIfConfigured() async throws {
    _ = try control("/policy", ["provider": "privy", "createOnLogin": ["ethereum", "solana"]])
    try await signIn()
    #expect(try await wallets.list().map(\.chain) == [.ethereum, .solana])
  }

  @Test func signaturesVerifyWithTheWalletsKey() async throws {
    try await signIn()
    let ethereum = try await wallets.create(.ethereum)
    let text = try await wallets.personalSign("Grüße", with: ethereum)
    #expect(try account(behind: text, message: Array("Grüße".utf8)) == ethereum.address.lowercased())
    let bytes: [UInt8] = [0, 255, 1]
    #expect(
      try account(behind: try await wallets.personalSign(bytes, with: ethereum), message: bytes)
        == ethereum.address.lowercased())
    // A hash is signed without further hashing.
    let digest = PersonalMessage.digest(bytes)
    #expect(
      try account(behind: try await wallets.secp256k1Sign(hash: digest, with: ethereum), message: bytes)
        == ethereum.address.lowercased())
    await #expect(throws: AuthError.self) { try await wallets.secp256k1Sign(hash: [1], with: ethereum) }

    let solana = try await wallets.create(.solana)
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: try #require(Base58.decode(solana.address)))
    #expect(key.isValidSignature(try await wallets.signMessage(bytes, with: solana), for: bytes))
  }

  @Test func fetchesTheSigningKeyAgainAfterItsExpiry() async throws {
    try await signIn()
    let wallet = try await wallets.create(.solana)
    for _ in 0..<3 { _ = try await wallets.signMessage([1], with: wallet) }
    #expect(try sandbox.requestCount("/wallets/authenticate") == 1)
    clock.advance(by: .seconds(3590))
    _ = try await wallets.signMessage([1], with: wallet)
    #expect(try sandbox.requestCount("/wallets/authenticate") == 2)
    wallets.forgetSigningKey()
    _ = try await wallets.signMessage([1], with: wallet)
    #expect(try sandbox.requestCount("/wallets/authenticate") == 3)
  }

  @Test func anotherUserHasAnotherSigningKey() async throws {
    try await signIn("jane")
    let wallet = try await wallets.create(.solana)
    _ = try await wallets.signMessage([1], with: wallet)
    try await signIn("joe")
    await #expect(throws: AuthError.self) { try await wallets.signMessage([1], with: wallet) }
    _ = try await wallets.signMessage([1], with: try await wallets.create(.solana))
  }

  @Test func asksForASecondFactor() async throws {
    try await signIn()
    let wallet = try await wallets.create(.solana)
    let enrolling = auth.start(FlowRequest(purpose: .enroll(.totp)))
    var setup: TOTPSetupPrompt?
    for await update in enrolling {
      if case .prompt(.setupTOTP(let prompt), _) = update {
        setup = prompt
        break
      }
    }
    let text = try #require(setup).secret.revealText()
    let secret = try #require(Base32.decode(text))
    let generator = try TOTP(secret: Secret(secret))
    try await enrolling.submit(code: generator.code(at: clock.now()))
    _ = try await enrolling.result()
    let error = await #expect(throws: AuthError.self) { try await wallets.signMessage([1], with: wallet) }
    #expect(error?.code == .mfaRequired)
    clock.advance(by: .seconds(60))
    let proving = auth.start(FlowRequest(purpose: .stepUp(action: "sign"), method: .totp))
    for await update in proving { if case .prompt = update { break } }
    try await proving.submit(code: generator.code(at: clock.now()))
    guard case .proof(let proof) = try await proving.result() else {
      Issue.record("no proof")
      return
    }
    wallets.use(proof)
    _ = try await wallets.signMessage([1], with: wallet)
  }
}
