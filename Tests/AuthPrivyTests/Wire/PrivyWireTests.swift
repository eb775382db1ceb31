import AuthCore
import AuthTesting
import Testing
import WireSamples

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks every sample of a call that our client makes: the request has the sample's form, and the sample's response
/// gives the right result. `PrivyWalletWireTests` checks the samples of wallets.
@Suite struct PrivyWireTests {
  /// Makes the sample's call and checks its result. Returns the client that made the call, and the paths in the body
  /// whose values are not compared with the sample's.
  typealias Call = @Sendable (WireSample) async throws -> (PrivyWireClient, Set<String>)

  private static let email = "user@example.com"
  private static let number = "+15555550100"
  private static let account = PrivyLinkedAccount(["type": "email", "address": "user@example.com"])

  private static func contact(_ text: String) throws -> Contact {
    try #require(Contact(email: text) ?? Contact(phone: text))
  }

  private static let assertion = PasskeyAssertion(
    credentialID: [1, 2], clientDataJSON: [3], authenticatorData: [4], signature: [5], userHandle: [6])
  private static let registration = PasskeyRegistration(
    credentialID: [1, 2], clientDataJSON: [3], attestationObject: [4], transports: ["internal", "hybrid"])

  private static func challenge() throws -> PasskeyChallenge {
    let sample = try WireSample.named("PS5")
    let answer = WireShape(try #require(sample.responseBody)).filled(["options.challenge": PrivyWireClient.challenge])
    return try PasskeyChallenge(answer, relyingParty: "https://example.com")
  }

  private static func visit(_ service: String) throws -> OAuthVisit {
    OAuthVisit(
      service: service, page: try #require(URL(string: "https://accounts.example/auth")), callbackScheme: "exampleapp",
      state: String(repeating: "s", count: 48), verifier: Secret(String(repeating: "v", count: 48)))
  }

  private static func signs(_ sample: WireSample, _ proof: PrivyProof) async throws -> PrivyWireClient {
    let client = try PrivyWireClient(sample)
    let answer = try await client.api.authenticate(proof, mode: .loginOrSignUp)
    #expect(answer.user != nil && answer.token?.revealText() == PrivyWireClient.token)
    #expect(answer.sessionUpdate == .set && answer.refreshCredential != nil && answer.identityToken != nil)
    #expect(answer.isNewUser == sample.responseBody?["is_new_user"]?.boolValue)
    return client
  }

  private static func renews(_ sample: WireSample) async throws -> (PrivyWireClient, RefreshOutcome) {
    let client = try PrivyWireClient(
      sample, answering: sample.responseBody?["user"]?.isNull == false ? ["user.id": "0123456789abcdef"] : [:])
    return (client, try await client.provider.refresh(client.session(), token: nil))
  }

  private static func parts(_ sample: WireSample, _ account: JSONValue) async throws -> PrivyWireClient {
    let client = try PrivyWireClient(sample)
    let account = try #require(PrivyLinkedAccount(account))
    let user = try await client.api.unlink(account, removesSecondFactor: true, bearer: client.bearer)
    #expect(user.linkedAccounts.count == 1)
    return client
  }

  private static func refused(
    _ sample: WireSample, _ code: AuthError.Code, _ changes: JSONObject = [:],
    _ body: (PrivyWireClient) async throws(AuthError) -> Void
  ) async throws -> (PrivyWireClient, Set<String>) {
    let client = try PrivyWireClient(sample, changes)
    let error = await thrown { () throws(AuthError) in try await body(client) }
    #expect(error?.code == code)
    #expect(error?.vendorCode == sample.responseBody?["code"]?.stringValue)
    return (client, [])
  }

  static let calls: [String: Call] = [
    "PS1": { sample in
      let client = try PrivyWireClient(sample)
      let challenge = try await client.api.passkeyChallenge("register")
      #expect(challenge.relyingPartyID == "example.com" && challenge.algorithms == [-8, -7, -257])
      #expect(challenge.userVerification == "required" && challenge.userName == "Example")
      return (client, [])
    },
    "PS2": { sample in
      let (client, free) = try await refused(sample, .invalidConfiguration, ["nativeAppIdentifier": nil]) {
        client throws(AuthError) in _ = try await client.api.passkeyChallenge("register")
      }
      #expect(client.transport.requests.last?.headers["x-native-app-identifier"] == nil)
      return (client, free)
    },
    "PS3": { sample in
      try await refused(sample, .methodNotAvailable) {
        client throws(AuthError) in _ = try await client.api.passkeyChallenge("register")
      }
    },
    "PS4": { (try await signs($0, .passkey(assertion, try challenge())), []) },
    "PS5": { sample in
      let client = try PrivyWireClient(sample)
      let challenge = try await client.api.passkeyChallenge("authenticate")
      #expect(challenge.relyingPartyID == "example.com" && challenge.credentials.isEmpty)
      return (client, [])
    },
    "PS6": { (try await signs($0, .newPasskey(registration, try challenge())), []) },
    "PS7": { sample in
      let client = try PrivyWireClient(sample)
      let user = try await client.api.link(.newPasskey(registration, try challenge()), bearer: client.bearer)
      #expect(user.email == email)
      return (client, [])
    },
    "PS8": { (try await parts($0, ["type": "passkey", "credential_id": "AAAA"]), []) },
    "PS9": { sample in
      let (client, outcome) = try await renews(sample)
      guard case .refreshed(let session) = outcome else { throw AuthError(.internalError, "not renewed") }
      #expect(session.tokens.access?.revealText() == PrivyWireClient.token)
      #expect(session.tokens.refresh?.revealText() != "refresh")
      return (client, [])
    },
    "PS10": { sample in
      let (client, outcome) = try await renews(sample)
      guard case .refreshed(let session) = outcome else { throw AuthError(.internalError, "not renewed") }
      #expect(session.tokens.access == client.bearer)
      #expect(session.tokens.refresh?.revealText() != "refresh")
      #expect(session.tokens.other["privy_access_token"] != Secret("p.a.t"))
      return (client, [])
    },
    "PS11": { sample in
      let (client, outcome) = try await renews(sample)
      guard case .refused(let error) = outcome else { throw AuthError(.internalError, "not refused") }
      #expect(error.code == .sessionRevoked)
      return (client, [])
    },
    "PS12": { sample in
      let client = try PrivyWireClient(sample, answering: ["user.id": "0123456789abcdef"])
      var held = client.session(refresh: nil)
      held.tokens.other[RefreshCredential.cookieToken] = Secret("held")
      guard case .refreshed(let session) = try await client.provider.refresh(held, token: nil) else {
        throw AuthError(.internalError, "not renewed")
      }
      #expect(session.tokens.refresh == nil && RefreshCredential(session) == .cookie(Secret("cookie")))
      #expect(client.transport.requests.last?.headers["Cookie"] == "privy-refresh-token=held")
      return (client, [])
    },
    "PS13": { sample in
      let (client, outcome) = try await renews(sample)
      guard case .refused(let error) = outcome else { throw AuthError(.internalError, "not refused") }
      #expect(error.code == .sessionExpired && error.vendorCode == "missing_or_invalid_token")
      return (client, [])
    },
    "PS15": { sample in
      let (client, free) = try await refused(sample, .sessionExpired) { client throws(AuthError) in
        _ = try await client.api.refresh(.token(Secret("refresh")), bearer: nil)
      }
      #expect(client.transport.requests.last?.headers["Authorization"] == nil)
      return (client, free)
    },
    "PS17": { sample in
      try await refused(sample, .invalidConfiguration) { client throws(AuthError) in
        _ = try await client.api.refresh(.token(Secret("refresh")), bearer: client.bearer)
      }
    },
    "PS18": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.logOut(client.session())
      return (client, [])
    },
    "PS19": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.sendCode(to: try contact(email))
      return (client, [])
    },
    "PS20": { (try await signs($0, .code(Secret("123456"), try contact(email))), []) },
    "PS21": { sample in
      let contact = try contact(email)
      return try await refused(sample, .invalidCode) { client throws(AuthError) in
        _ = try await client.api.authenticate(.code(Secret("000000"), contact), mode: .loginOrSignUp)
      }
    },
    "PS22": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.sendCode(to: try contact(number))
      return (client, [])
    },
    "PS23": { sample in
      let contact = try contact(number)
      return try await refused(sample, .invalidCode) { client throws(AuthError) in
        _ = try await client.api.authenticate(.code(Secret("000000"), contact), mode: .loginOrSignUp)
      }
    },
    "PS24": { sample in
      let client = try PrivyWireClient(sample)
      let user = try await client.api.link(.code(Secret("123456"), try contact(email)), bearer: client.bearer)
      #expect(user.email == email)
      return (client, [])
    },
    "PS25": { (try await parts($0, ["type": "email", "address": "user@example.com"]), []) },
    "PS26": { (try await parts($0, ["type": "phone", "phoneNumber": "+15555550100"]), []) },
    "PS27": { sample in
      // Every service is unlinked in the same way (P69).
      for service in ["github", "line", "custom:acme"] {
        let type = service.hasPrefix("custom:") ? service : service + "_oauth"
        let client = try await parts(sample, ["type": .string(type), "subject": "s"])
        #expect(client.differences(from: sample) == ["provider is \(service), sample google"])
      }
      return (try await parts(sample, ["type": "google_oauth", "subject": "g"]), [])
    },
    "PS28": { (try await signs($0, .appToken(Secret("t.o.k"))), []) },
    "PS29": { sample in
      let client = try await signs(sample, .guest(Secret(String(repeating: "g", count: 43))))
      return (client, [])
    },
    "PS30": { sample in
      let address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
      let client = try PrivyWireClient(sample)
      let message = try await client.api.walletMessage(for: address, chain: .ethereum)
      #expect(message.nonce.utf8.count == 32 && message.address == address)
      return (client, [])
    },
    "PS31": { sample in
      let message = WalletSignInMessage(
        chain: .ethereum, domain: "example.com", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
        uri: "https://example.com", chainID: "1", nonce: "12345678", issuedAt: "2026-01-02T03:04:05.000Z")
      return (try await signs(sample, .wallet(message, signature: "0x" + String(repeating: "1b", count: 65))), [])
    },
    "PS32": { sample in
      let message = WalletSignInMessage(
        chain: .solana, domain: "example.com", address: "So11111111111111111111111111111111111111112",
        uri: "https://example.com", chainID: "mainnet", nonce: "12345678", issuedAt: "2026-01-02T03:04:05.000Z")
      return (
        try await signs(sample, .wallet(message, signature: Base64.encode([UInt8](repeating: 1, count: 64)))),
        ["walletClientType", "connectorType"]
      )
    },
    "PS33": { sample in
      let client = try PrivyWireClient(sample, answering: ["url": "https://accounts.google.example/auth?state=s"])
      let redirect = try #require(URL(string: "exampleapp://oauth"))
      let visit = try await client.api.page(of: "google", redirectURL: redirect, random: SystemRandomSource())
      #expect(visit.page.absoluteString == "https://accounts.google.example/auth?state=s")
      return (client, [])
    },
    "PS34": { (try await signs($0, .page(code: Secret("code"), visit: try visit("google"))), []) },
    "PS35": { (try await signs($0, .nativeCode(Secret("code"), visit: try visit("apple"))), []) },
    "PS36": { sample in
      let client = try PrivyWireClient(sample)
      let current = try await client.api.currentUser(client.bearer)
      #expect(current.user.email == email && current.identityToken != nil)
      return (client, [])
    },
    "PS37": { sample in
      let client = try PrivyWireClient(sample)
      #expect(try await client.api.appSettings().walletMode == "user-controlled-server-wallets-only")
      return (client, [])
    },
    "PS38": { sample in
      let client = try PrivyWireClient(sample)
      let setup = try await client.api.setUpAuthenticator(bearer: client.bearer, mfaToken: client.mfaToken)
      #expect(!setup.secret.revealText().isEmpty)
      return (client, [])
    },
    "PS39": { sample in
      let client = try PrivyWireClient(sample)
      #expect(try await client.api.enroll(.totp, code: Secret("123456"), bearer: client.bearer).mfaMethods == ["totp"])
      return (client, [])
    },
    "PS40": { sample in
      let client = try PrivyWireClient(sample)
      let token = try await client.api.verify(.totp, code: Secret("123456"), bearer: client.bearer)
      #expect(!token.revealText().isEmpty)
      return (client, [])
    },
    "PS41": { sample in
      let client = try PrivyWireClient(sample)
      let proof = ActionProof(token: client.mfaToken, action: nil)
      try await client.provider.removeSecondFactor(.totp, from: client.session(), proof: proof)
      return (client, [])
    },
    "PS42": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.sendFactorCode(.sms(try contact(number)), bearer: client.bearer, mfaToken: client.mfaToken)
      return (client, [])
    },
    "PS43": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.sendFactorCode(.sms(nil), bearer: client.bearer)
      return (client, [])
    },
    "PS44": { sample in
      let client = try PrivyWireClient(sample)
      let factor = SecondFactor.sms(try contact(number))
      #expect(try await client.api.enroll(factor, code: Secret("123456"), bearer: client.bearer).mfaMethods == ["sms"])
      return (client, [])
    },
    "PS45": { sample in
      let client = try PrivyWireClient(sample)
      let proof = ActionProof(token: client.mfaToken, action: nil)
      try await client.provider.removeSecondFactor(.smsOTP, from: client.session(), proof: proof)
      return (client, [])
    },
    "PS46": { sample in
      let client = try PrivyWireClient(sample)
      let challenge = try await client.api.factorChallenge(bearer: client.bearer)
      #expect(challenge.credentials.count == 1 && challenge.relyingPartyID == "example.com")
      return (client, [])
    },
    "PS47": { sample in
      let client = try PrivyWireClient(sample)
      let token = try await client.api.verify(assertion, try challenge(), bearer: client.bearer)
      #expect(!token.revealText().isEmpty)
      return (client, [])
    },
    "PS48": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.enrollPasskeys(["AAAA"], bearer: client.bearer, mfaToken: client.mfaToken)
      return (client, [])
    },
    "PS49": { sample in
      let client = try PrivyWireClient(sample)
      try await client.api.createWallet(of: "ethereum", for: "did:privy:c", bearer: client.bearer)
      return (client, [])
    },
    "PS57": { sample in
      let contact = try contact(email)
      return try await refused(sample, .rateLimited) {
        client throws(AuthError) in try await client.api.sendCode(to: contact)
      }
    },
  ]

  /// The samples that `PrivyWalletWireTests` checks.
  static let others: Set<String> = ["PS51", "PS52", "PS53", "PS54", "PS55", "PS56"]

  @Test(
    "Each request has the sample's form, and each sample's response gives the right result",
    arguments: calls.keys.sorted())
  func sample(_ id: String) async throws {
    let sample = try WireSample.named(id)
    let call = try #require(Self.calls[id])
    let (client, free) = try await call(sample)
    #expect(client.differences(from: sample, free: free) == [], "\(sample)")
  }

  @Test("No sample of a call that we make is left out")
  func completeness() throws {
    let twice = try WireSample.all("privy").filter { $0.use == .twice }.map(\.id)
    #expect(Set(Self.calls.keys).union(Self.others) == Set(twice))
  }
}
