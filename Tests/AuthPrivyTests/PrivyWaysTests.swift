import AuthCore
import AuthCrypto
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy
@testable import AuthSandboxChains

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sign-in methods other than the app's JWT, against the sandbox, which checks the proofs.
@Suite struct PrivyWaysTests {
  private static let changes: JSONObject = [
    "oauth": ["google", "twitter"], "redirectURL": "exampleapp://signed-in", "guests": true,
    "wallet": ["domain": "example.com", "statement": "I accept the terms."],
  ]

  private func app(hasPasskeys: Bool = false) throws -> SandboxedApp {
    try SandboxedApp(
      Self.changes, hasTokenProvider: false,
      passkeys: hasPasskeys
        ? { _, _ in
          SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
            .approve(isVerified: true)
          }
        } : nil)
  }

  private func session(_ flow: AuthFlow) async throws -> (session: Session, isNewUser: Bool) {
    guard case .session(let session, let isNewUser) = try await flow.result() else {
      throw AuthError(.internalError, "no session")
    }
    return (session, isNewUser)
  }

  @Test func codeBySMSOpensASession() async throws {
    let app = try app()
    let flow = app.client.start(FlowRequest(method: .smsOTP))
    #expect(try #require(await flow.nextPrompt()).prompt == .enterPhone(PhonePrompt()))
    let wrong = try #require(try await flow.prompt { try await flow.submit(phone: "12") })
    #expect(wrong.context.lastError?.code == .invalidIdentifier)
    let prompt = try #require(try await flow.prompt { try await flow.submit(phone: "+1 (415) 555-0100") })
    #expect(
      prompt.prompt
        == .enterCode(CodePrompt(destination: "+14155550100", channel: .sms, length: 6, format: .numeric)))
    try await flow.submit(code: try app.sandbox.lastCode(to: "+14155550100"))
    let (session, isNewUser) = try await session(flow)
    #expect(isNewUser)
    #expect(session.privyUser?.linkedAccounts.first?.kind == .phone("+14155550100"))
  }

  /// Opens a page as a browser does, and returns the callback URL.
  private func visit(_ prompt: RedirectPrompt, _ app: SandboxedApp) throws -> URL {
    let target = prompt.url.absoluteString.dropFirst(app.sandbox.baseURL.count)
    let answer = app.sandbox.handle(SandboxRequest("GET", String(target)))
    return try #require(answer.headers["Location"].flatMap { URL(string: $0) })
  }

  @Test func pageOpensASession() async throws {
    let app = try app()
    let flow = app.client.start(FlowRequest(method: .oauth("google")))
    guard case .redirect(let page)? = await flow.nextPrompt()?.prompt else {
      Issue.record("no page")
      return
    }
    #expect(page.callbackScheme == "exampleapp")
    let callback = try visit(page, app)
    // The callback of another visit is refused and does not end the flow.
    let forged = try #require(URL(string: "exampleapp://signed-in?privy_oauth_code=x&privy_oauth_state=y"))
    let again = try #require(try await flow.prompt { try await flow.resume(callback: forged) })
    #expect(again.context.lastError?.code == .redirectMismatch)
    try await flow.resume(callback: callback)
    let (session, isNewUser) = try await session(flow)
    #expect(isNewUser)
    guard case .oauth("google", let account)? = session.privyUser?.linkedAccounts.first?.kind else {
      Issue.record("no account")
      return
    }
    #expect(account.subject == "oauth-user")
    // A callback works once. Another flow has another state and refuses this one.
    let second = app.client.start(FlowRequest(method: .oauth("google")))
    _ = await second.nextPrompt()
    let stale = try #require(try await second.prompt { try await second.resume(callback: callback) })
    #expect(stale.context.lastError?.code == .redirectMismatch)
  }

  @Test func pageWithoutASignInReportsTheReason() async throws {
    let app = try app()
    try app.control("/policy", ["provider": "privy", "oauthError": "access_denied"])
    let flow = app.client.start(FlowRequest(method: .oauth("twitter")))
    guard case .redirect(let page)? = await flow.nextPrompt()?.prompt else {
      Issue.record("no page")
      return
    }
    try await flow.resume(callback: try visit(page, app))
    #expect(await flow.failure()?.code == .redirectDenied)
    #expect(await app.client.start(FlowRequest(method: .oauth("github"))).failure()?.code == .methodNotAvailable)
  }

  /// RFC 9700 §2.6: the code in a plain http address can be read by others.
  @Test func pageDoesNotReturnOverPlainHTTP() async throws {
    let app = try app()
    for (address, isRefused) in [
      ("http://app.test/back", true), ("http://127.0.0.1.app.test/back", true), ("http://127.0.0.1:7000/back", false),
    ] {
      let url = try #require(URL(string: address))
      let flow = app.client.start(FlowRequest(method: .oauth("google"), redirectURL: url))
      // A flow that shows a page does not end, so it is not waited for.
      let isPage = await flow.nextPrompt() != nil
      #expect(isPage != isRefused, "\(address)")
      if isRefused, !isPage {
        let error = await flow.failure()
        #expect(error?.code == .invalidConfiguration && error?.message.contains("TLS") == true, "\(address)")
      }
    }
  }

  /// The app's own Ethereum-style wallet.
  private struct EthereumWallet {
    let key = ChainKey(.secp256k1, random: SystemRandomSource())
    var address: String { ChainAddress.ethereum.text(of: key) ?? "" }

    func sign(_ message: String) throws -> String {
      let parts = try #require(key.sign(PersonalMessage.digest(Array(message.utf8))))
      return "0x" + Hex.encode(parts.r + parts.s + [27 + parts.recovery])
    }
  }

  @Test func ethereumWalletSignsIn() async throws {
    let app = try app()
    let wallet = EthereumWallet()
    let flow = app.client.start(FlowRequest(method: .wallet))
    guard case .input(let fields)? = await flow.nextPrompt()?.prompt else {
      Issue.record("the flow does not ask for an address")
      return
    }
    #expect(fields.map(\.name) == ["address"])
    let wrong = try #require(try await flow.prompt { try await flow.submit(fields: ["address": "0x12"]) })
    #expect(wrong.context.lastError?.code == .invalidIdentifier)
    let asked = try #require(try await flow.prompt { try await flow.submit(fields: ["address": wallet.address]) })
    let message = try #require(asked.prompt.signInMessage)
    #expect(message.domain == "example.com")
    #expect(message.statement == "I accept the terms.")
    #expect(message.address == wallet.address)
    let formless = try #require(try await flow.prompt { try await flow.submit(signature: "0xff") })
    #expect(formless.context.lastError?.code == .invalidCode)
    try await flow.submit(signature: try wallet.sign(message.text))
    let (session, isNewUser) = try await session(flow)
    #expect(isNewUser)
    guard case .wallet(let account)? = session.privyUser?.linkedAccounts.first?.kind else {
      Issue.record("no wallet")
      return
    }
    #expect(account.address == wallet.address)
    #expect(!account.isEmbedded)
    #expect(session.identifier == wallet.address)
  }

  @Test func refusesAnotherWalletsSignature() async throws {
    let app = try app()
    let (wallet, thief) = (EthereumWallet(), EthereumWallet())
    let flow = app.client.start(FlowRequest(identifier: wallet.address, method: .wallet))
    let message = try #require(await flow.nextPrompt()?.prompt.signInMessage)
    try await flow.submit(signature: try thief.sign(message.text))
    #expect(await flow.failure()?.code == .signatureInvalid)
    #expect(try await app.client.storedSession() == nil)
  }

  @Test func solanaWalletSignsIn() async throws {
    let app = try app()
    let key = Curve25519.Signing.PrivateKey()
    let address = Base58.encode(Array(key.publicKey.rawRepresentation))
    let flow = app.client.start(FlowRequest(identifier: address, method: .wallet))
    let message = try #require(await flow.nextPrompt()?.prompt.signInMessage)
    #expect(message.chain == .solana)
    let signature = Base64.encode(try key.signature(for: Array(message.text.utf8)))
    try await flow.submit(signature: signature)
    let (session, _) = try await session(flow)
    #expect(session.identifier == address)
    // The nonce is used up: a message signs in only once.
    let copy = PrivyProof.wallet(message, signature: signature)
    let error = await failure { _ = try await app.provider().api.authenticate(copy, mode: .loginOrSignUp) }
    #expect(error?.code == .signatureInvalid)
  }

  @Test func passkeySignsUpAndIn() async throws {
    let app = try app(hasPasskeys: true)
    let unknown = await app.client.start(FlowRequest(method: .passkey)).failure()
    #expect(unknown?.code == .noCredential)
    let made = try await session(
      app.client.start(FlowRequest(identifier: "jane", purpose: .signUp, method: .passkey)))
    #expect(made.isNewUser)
    let again = try await session(app.client.start(FlowRequest(method: .passkey)))
    #expect(!again.isNewUser)
    #expect(again.session.subject == made.session.subject)
  }

  @Test func guestKeepsTheirAccount() async throws {
    let app = try app()
    let first = try await session(app.client.start(FlowRequest(method: .guest)))
    #expect(first.isNewUser)
    #expect(first.session.privyUser?.isGuest == true)
    #expect(first.session.privyUser?.linkedAccounts.isEmpty == true)
    let second = try await session(try app.startedAnew().start(FlowRequest(method: .guest)))
    #expect(!second.isNewUser)
    #expect(second.session.subject == first.session.subject)
  }
}

extension Prompt {
  /// The message of a `sign` prompt.
  fileprivate var signInMessage: WalletSignInMessage? {
    guard case .sign(let prompt) = self else { return nil }
    return prompt.walletSignInMessage
  }
}
