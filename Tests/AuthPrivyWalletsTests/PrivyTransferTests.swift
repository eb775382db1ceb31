import AuthCore
import AuthCrypto
import AuthPrivyWallets
import AuthSandbox
import AuthSandboxChains
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts that a flow links, and that another user has.
@Suite struct PrivyTransferTests {
  private static func app(transfers: Bool = true) async throws -> WalletApp {
    let app = try await WalletApp(
      signingIn: "other",
      [
        "wallet": ["domain": "example.com"], "oauth": ["google"], "redirectURL": "exampleapp://signed-in",
      ])
    if transfers { _ = try app.control("/policy", ["provider": "privy", "accountTransfer": true]) }
    return app
  }

  /// Links an account by a flow, whose prompts `answer` answers.
  private static func link(
    _ request: FlowRequest, _ app: WalletApp, _ answer: (AuthFlow, Prompt) async throws -> Void
  ) async throws -> PrivyLinkResult {
    let flow = app.auth.start(request)
    if let prompt = await flow.nextPrompt() { try await answer(flow, prompt.prompt) }
    return try await PrivyAccounts(app.auth).link(flow)
  }

  private static func linkWallet(
    _ address: String, _ app: WalletApp, sign: (String) throws -> String
  ) async throws -> PrivyLinkResult {
    try await link(FlowRequest(identifier: address, purpose: .link(.wallet)), app) { flow, prompt in
      guard case .sign(let request) = prompt else { throw AuthError(.internalError, "another prompt") }
      try await flow.submit(signature: try sign(request.message))
    }
  }

  private static func linkPage(_ app: WalletApp) async throws -> PrivyLinkResult {
    try await link(FlowRequest(purpose: .link(.oauth("google"))), app) { flow, prompt in
      guard case .redirect(let page) = prompt else { throw AuthError(.internalError, "another prompt") }
      try await flow.resume(callback: try #require(app.open(page.url)))
    }
  }

  private static func linkAddress(_ app: WalletApp) async throws -> PrivyLinkResult {
    let request = FlowRequest(identifier: "jane@example.com", purpose: .link(.emailOTP))
    return try await link(request, app) { flow, _ in
      try await flow.submit(code: Secret(try app.sandbox.lastCode()))
    }
  }

  /// Links an account to one user, then to another one, and moves it.
  private static func move(
    _ app: WalletApp, _ link: () async throws -> PrivyLinkResult
  ) async throws -> (PrivyAccountTransfer, PrivyUser) {
    guard case .linked = try await link() else { throw AuthError(.internalError, "not linked") }
    try await app.signIn("jane")
    guard case .transferRequired(let transfer) = try await link() else {
      throw AuthError(.internalError, "no transfer")
    }
    let user = try await PrivyAccounts(app.auth).transfer(transfer)
    #expect(user.customUserID == "jane")
    // The permission works once.
    let error = await #expect(throws: AuthError.self) { try await PrivyAccounts(app.auth).transfer(transfer) }
    #expect(error?.code == .invalidCode)
    return (transfer, user)
  }

  @Test func movesAnEthereumWallet() async throws {
    let app = try await Self.app()
    let key = ChainKey(.secp256k1, random: SystemRandomSource())
    let address = try #require(ChainAddress.ethereum.text(of: key))
    let (transfer, user) = try await Self.move(app) {
      try await Self.linkWallet(address, app) { message in
        let parts = try #require(key.sign(PersonalMessage.digest(Array(message.utf8))))
        return "0x" + Hex.encode(parts.r + parts.s + [27 + parts.recovery])
      }
    }
    guard case .wallet(let wallet) = transfer.account else {
      Issue.record("another account")
      return
    }
    #expect(wallet.address == address && wallet.chainType == "ethereum" && !wallet.isEmbedded)
    #expect(transfer.displayName == address)
    #expect(user.linkedAccounts.map(\.type) == ["custom_auth", "wallet"])
  }

  @Test func movesASolanaWallet() async throws {
    let app = try await Self.app()
    let key = Curve25519.Signing.PrivateKey()
    let address = Base58.encode(Array(key.publicKey.rawRepresentation))
    let (transfer, _) = try await Self.move(app) {
      try await Self.linkWallet(address, app) { message in
        Base64.encode(try key.signature(for: Array(message.utf8)))
      }
    }
    guard case .wallet(let wallet) = transfer.account else {
      Issue.record("another account")
      return
    }
    #expect(wallet.address == address && wallet.chainType == "solana")
  }

  @Test func movesAnAccountAtAnotherService() async throws {
    let app = try await Self.app()
    let (transfer, user) = try await Self.move(app) { try await Self.linkPage(app) }
    #expect(
      transfer.account
        == .oauth(
          "google",
          .init(subject: "oauth-user", email: "oauth-user@example.com", username: nil, name: "oauth-user")))
    #expect(transfer.displayName == "oauth-user@example.com")
    #expect(user.email == "oauth-user@example.com")
  }

  @Test func movesTheAddressOfAFlow() async throws {
    let app = try await Self.app()
    let (transfer, user) = try await Self.move(app) { try await Self.linkAddress(app) }
    #expect(transfer.account == .email("jane@example.com"))
    #expect(user.email == "jane@example.com")
  }

  @Test func aFlowThatFailsOtherwiseKeepsItsError() async throws {
    let app = try await Self.app(transfers: false)
    _ = try await Self.linkPage(app)
    try await app.signIn("jane")
    var error = await #expect(throws: AuthError.self) { try await Self.linkPage(app) }
    #expect(error?.code == .forbidden && error?.vendorCode == "linked_to_another_user")
    // Only a flow that links an account has a result here.
    error = await #expect(throws: AuthError.self) {
      try await Self.link(FlowRequest(identifier: "jane@example.com", method: .emailOTP), app) { flow, _ in
        try await flow.submit(code: Secret(try app.sandbox.lastCode()))
      }
    }
    #expect(error?.code == .invalidRequest)
  }

  /// An error of an earlier flow does not offer the transfer again.
  @Test func aTransferIsOfferedOnce() async throws {
    let app = try await Self.app()
    _ = try await Self.linkPage(app)
    try await app.signIn("jane")
    let flow = app.auth.start(FlowRequest(purpose: .link(.oauth("google"))))
    guard case .redirect(let page)? = await flow.nextPrompt()?.prompt else {
      Issue.record("no page")
      return
    }
    try await flow.resume(callback: try #require(app.open(page.url)))
    let accounts = try PrivyAccounts(app.auth)
    guard case .transferRequired = try await accounts.link(flow) else {
      Issue.record("no transfer")
      return
    }
    let error = await #expect(throws: AuthError.self) { try await accounts.link(flow) }
    #expect(error?.code == .forbidden && error?.vendorCode == "account_transfer_required")
  }
}
