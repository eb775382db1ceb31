import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import AuthTurnkeyAPI
import Testing
import WireSamples

@testable import AuthSandboxChains
@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app whose vendor sends a sample's response to one call, once the sample is enabled.
@MainActor final class WireApp {
  let app: TurnkeyApp
  let context: TurnkeyContext
  let contact = "user@example.com"
  private let answer: WireAnswer
  private let isOn = Switch()
  private var before = 0

  init(_ sample: WireSample) async throws {
    let answer = WireAnswer(sample: sample)
    let isOn = isOn
    self.answer = answer
    app = try TurnkeyApp([
      "invalidateExisting": true,
      "oauth": [
        "appScheme": "exampleapp",
        "discord": [
          "clientId": "sandbox-discord", "authorizeURL": "http://localhost/turnkey-oauth/discord/authorize",
        ], "google": ["clientId": "web"],
      ],
      "createSubOrgParams": [
        "emailOtpAuth": [
          "userName": "user",
          "wallet": [
            "walletName": "Wallet 1",
            "accounts": [
              [
                "curve": "CURVE_SECP256K1", "pathFormat": "PATH_FORMAT_BIP32", "path": "m/44'/60'/0'/0/0",
                "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
              ]
            ],
          ],
        ]
      ],
    ]) { request, live in
      isOn.value && answer.isMeant(request.url.path) ? answer.response(live) : live
    }
    context = try TurnkeyContext(app.auth)
  }

  /// Enables the sample's response.
  func begin() {
    before = app.wire.requests.count
    isOn.value = true
  }

  /// The sample's call.
  var request: TransportRequest? {
    app.wire.requests.dropFirst(before).first { answer.isMeant($0.url.path) }
  }

  /// Makes the user, who signs in by codes.
  @discardableResult
  func signIn(invalidates: Bool = true) async throws -> AuthResult {
    let sent = try await context.initOtp(contact: contact, otpType: .email)
    return try await context.completeOtp(
      sent, otpCode: try app.lastCode(), contact: contact, otpType: .email, invalidateExisting: invalidates)
  }

  /// The API with the user's session.
  func client() async throws -> TurnkeyClient {
    try await signIn()
    return try await context.client()
  }

  /// The thrown error.
  func failure(_ code: AuthError.Code, _ body: () async throws -> Void) async {
    await #expect(throws: AuthError(code, "")) { try await body() }
  }

  /// An Ethereum wallet.
  func wallet() throws -> WalletStamper {
    let key = try #require(Secp256k1.PrivateKey([UInt8](repeating: 7, count: 32)))
    return try WalletStamper(publicKey: key.publicKey.compressed, scheme: .secp256k1EIP191) { body in
      let message = Array("\u{19}Ethereum Signed Message:\n\(body.count)".utf8) + body
      let signature = try #require(key.sign(digest: Keccak.hash256(message)))
      return signature.r.bytes + signature.s.bytes
    }
  }

  /// Sets the dashboard's session lifetime.
  func dashboard(seconds: Int64) {
    app.sandbox.setTurnkey(["accessTokenSeconds": .integer(seconds)])
  }

  /// Signs in by Google's token.
  @discardableResult
  func google(invalidates: Bool = true) async throws -> AuthResult {
    let nonce = OAuthNonce.of(publicKeyHex: try await context.createKeyPair())
    let token = try Browser(app.sandbox).token(nonce: nonce)
    return try await context.completeOAuth(oidcToken: token, provider: "google", invalidateExisting: invalidates)
  }

  /// Follows the stand-ins of a provider to the app's scheme.
  func visit(_ url: URL) throws(AuthError) -> URL {
    var next = url.absoluteString
    for _ in 0..<5 {
      guard let path = next.range(ofASCII: "/turnkey-oauth").map({ next[$0.lowerBound...] }) else { break }
      let answer = app.sandbox.handle(SandboxRequest("GET", String(path)))
      guard let location = answer.headers["Location"] else {
        throw AuthError(.internalError, "no redirect: \(answer.status)")
      }
      next = location
    }
    guard let url = URL(string: next) else { throw AuthError(.internalError, "no URL") }
    return url
  }
}

/// Whether the sample's response is enabled.
private final class Switch: Sendable {
  private let state = Locked(false)
  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
