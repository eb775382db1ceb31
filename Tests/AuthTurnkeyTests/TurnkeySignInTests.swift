import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in from end to end, against the sandbox.
@Suite struct TurnkeySignInTests {
  @Test func newUserSignsInAndReturns() async throws {
    let app = try SandboxedApp()
    let (first, isNew) = try await app.signIn()
    #expect(isNew)
    #expect(first.providerID == "turnkey")
    #expect(first.tenant == (try #require(app.sandbox.descriptor["turnkey"]).text("organizationId")))
    #expect(first.identifier == app.address)
    #expect(first.expiresAt.map { $0 > app.clock.now() } == true)
    #expect(first.claims["organization_id"]?.stringValue != first.tenant)
    #expect(first.tokens.access != nil)
    #expect(first.key.map { [$0] } == app.keys.live)

    let (second, isNewAgain) = try await app.signIn()
    #expect(!isNewAgain)
    #expect(second.subject == first.subject)
    #expect(second.id != first.id)
    #expect(second.key != first.key)
    // A second sign-in replaces the first session and its key.
    await app.client.settle()
    #expect(try await app.client.sessions() == [second])
    #expect(second.key.map { [$0] } == app.keys.live)
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
  }

  @Test func phoneSignsInByMessage() async throws {
    let app = try SandboxedApp()
    let (session, isNew) = try await app.signIn("+14155550123")
    #expect(isNew)
    #expect(session.identifier == "+14155550123")
    #expect(try await app.provider().whoAmI(session).userID == session.subject)
  }

  @Test func sessionStampsItsRequests() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let provider = try app.provider()
    let identity = try await provider.whoAmI(session)
    #expect(identity.userID == session.subject)
    #expect(identity.organizationID == session.claims["organization_id"]?.stringValue)

    let url = provider.configuration.apiBaseURL.appending(path: "public/v1/query/whoami")
    let body = Array(#"{ "organizationId" : "\#(identity.organizationID)" }"#.utf8)
    let answer = try await app.client.send(TransportRequest("POST", url, body: body))
    #expect(answer.status == 200)
    #expect(try answer.json().text("userId") == session.subject)
    // The backend identifies the caller of requests with and without a body.
    let me = try #require(provider.configuration.backendURL).appending(path: "me")
    let who = try await app.client.send(TransportRequest("GET", me))
    #expect(who.status == 200)
    #expect(try who.json().text("provider") == "turnkey")
    #expect(try who.json().text("subject") == session.subject)
  }

  @Test func stampCoversTheExactBytesOfOneRequest() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let provider = try app.provider()
    let url = provider.configuration.apiBaseURL.appending(path: "public/v1/query/whoami")
    let organization = try #require(session.claims["organization_id"]?.stringValue)
    let body = Array(#"{"organizationId":"\#(organization)"}"#.utf8)
    var request = try await provider.authorize(TransportRequest("POST", url, body: body), for: session)
    #expect(request.body == body)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Authorization"] == nil)
    #expect(try await app.transport.send(request).status == 200)
    request.body = Array(#"{"organizationId": "\#(organization)"}"#.utf8)
    let tampered = try await app.transport.send(request)
    #expect(tampered.status == 401)
    #expect(RPCStatus(tampered)?.errorCode == "SIGNATURE_INVALID")
    // An empty body is a body, and a stamp covers it.
    let empty = try await provider.authorize(TransportRequest("POST", url), for: session)
    #expect(try StampParts(#require(empty.headers["X-Stamp"])).verifies([]))
  }

  @Test("L18: only the vendor's API, path included, gets a stamp; other servers get the session's JWT")
  func stampsStayWithTheVendor() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let provider = try app.provider()
    let base = provider.configuration.apiBaseURL.absoluteString
    let root = try #require(Origin(provider.configuration.apiBaseURL)).description
    let others = [
      try #require(provider.configuration.backendURL).absoluteString + "/me", root + "/", root, base + "x/me",
      base + "/../backend/me", base + "/%2e%2e/backend/me", base + "/a/..%5cb/me", base + "/..;/backend/me",
      base + "//public/v1/query/whoami", base + "/",
      "https://other.example.com/turnkey/me",
    ]
    let jwt = try #require(session.tokens.access).revealText()
    for text in others {
      let url = try #require(URL(string: text))
      for request in [TransportRequest("GET", url), TransportRequest("POST", url, body: [1])] {
        let authorized = try await provider.authorize(request, for: session)
        #expect(authorized.headers["X-Stamp"] == nil, "\(text)")
        #expect(authorized.headers["Authorization"] == "Bearer " + jwt, "\(text)")
      }
    }
    let api = try #require(URL(string: base + "/public/v1/query/whoami?a=../b"))
    let authorized = try await provider.authorize(TransportRequest("POST", api, body: [1]), for: session)
    #expect(authorized.headers["X-Stamp"] != nil && authorized.headers["Authorization"] == nil)
  }

  @Test("L18: a session without a JWT proves its key by RFC 9449, for one request")
  func proofOfPossession() async throws {
    let app = try SandboxedApp()
    var (session, _) = try await app.signIn()
    session.tokens.access = nil
    let provider = try app.provider()
    let backend = try #require(provider.configuration.backendURL)
    let url = try #require(URL(string: backend.absoluteString + "/me?a=b#c"))
    let first = try await provider.authorize(TransportRequest("GET", url), for: session)
    let second = try await provider.authorize(TransportRequest("GET", url), for: session)
    #expect(first.headers["X-Stamp"] == nil && first.headers["Authorization"] == nil)
    let proof = try JWS(compact: try #require(first.headers["DPoP"]))
    #expect(proof.type == "dpop+jwt")
    let key = try JWK(json: try #require(proof.header["jwk"]))
    try proof.verify(with: key.key)
    let claims = try JSONValue(parsing: proof.payload)
    #expect(claims["htm"] == "GET")
    #expect(claims["htu"]?.stringValue == backend.absoluteString + "/me")
    #expect(claims["iat"]?.integerValue == Int64(app.clock.now().timeIntervalSince1970) - 1)
    let other = try JWS(compact: try #require(second.headers["DPoP"]))
    #expect(try JSONValue(parsing: other.payload)["jti"] != claims["jti"])
  }

  @Test("L18: a configured proof binds the session's JWT to the key that the JWT names")
  func boundToken() async throws {
    let plain = try SandboxedApp()
    let backend = try #require(try plain.provider().configuration.backendURL).absoluteString
    let app = try SandboxedApp(["backend": ["baseURL": .string(backend), "dpop": "required"]])
    let (session, _) = try await app.signIn()
    let token = try #require(session.tokens.access)
    let authorized = try await app.client.authorize(TransportRequest("GET", backend + "/me"))
    #expect(authorized.headers["Authorization"] == "DPoP " + token.revealText())
    let proof = try JWS(compact: try #require(authorized.headers["DPoP"]))
    let key = try JWK(json: try #require(proof.header["jwk"]))
    try proof.verify(with: key.key)
    let thumbprint = try session.key?.thumbprint()
    #expect(key.thumbprint == thumbprint)
    let api = try app.provider().configuration.apiBaseURL.absoluteString + "/public/v1/query/whoami"
    let stamped = try await app.client.authorize(TransportRequest("POST", api, body: [1]))
    #expect(stamped.headers["X-Stamp"] != nil && stamped.headers["DPoP"] == nil)
  }

  @Test func asksAgainForAWrongCodeUntilTheLimit() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let before = try await app.client.storedSession()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    let wrong = try app.wrongCode()
    for _ in 0..<2 {
      let again = try #require(try await flow.prompt { try await flow.submit(code: wrong) })
      #expect(again.context.lastError?.code == .invalidCode)
    }
    try await flow.submit(code: wrong)
    #expect(await flow.failure()?.code == .tooManyAttempts)
    // The earlier session still works, and the keys of the failed attempts are deleted.
    #expect(try await app.client.storedSession() == before)
    #expect(try await app.provider().whoAmI(app.client.session()).userID == before?.subject)
    #expect(app.keys.live.count == 1)
  }

  @Test func rightCodeAfterAWrongOneSignsIn() async throws {
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    _ = try await flow.prompt { try await flow.submit(code: try app.wrongCode()) }
    try await flow.submit(code: try app.lastCode())
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
    #expect(app.keys.live.count == 1)
  }

  @Test func doesNotSendAMalformedCode() async throws {
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    for text in ["12", "abc-def", "1234567890"] {
      let again = try #require(try await flow.prompt { try await flow.submit(code: text) })
      #expect(again.context.lastError?.code == .invalidCode, "\(text)")
    }
    #expect(try app.count("/v1/otp_verify_v2") == 0)
    #expect(app.keys.live.isEmpty)
  }

  @Test func reportsAnExpiredCodeAndAcceptsANewOne() async throws {
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    app.clock.advance(by: .seconds(301))
    let again = try #require(try await flow.prompt { try await flow.submit(code: try app.lastCode()) })
    #expect(again.context.lastError?.code == .codeExpired)
    #expect(again.context.lastError?.recovery == .resend)
    let fresh = try #require(try await flow.prompt { try await flow.resend() })
    #expect(fresh.context.lastError == nil)
    try await flow.submit(code: try app.lastCode())
    #expect(await flow.failure() == nil)
  }

  @Test func sendsANewCodeAfterAMinute() async throws {
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    let first = try app.lastCode()
    await #expect(throws: AuthError(.invalidState, "")) { try await flow.resend() }
    #expect(try app.count("/v1/otp_init_v2") == 1)
    app.clock.advance(by: .seconds(60))
    _ = try #require(try await flow.prompt { try await flow.resend() })
    #expect(try app.count("/v1/otp_init_v2") == 2)
    // The resend replaced the challenge of the first code.
    let again = try #require(try await flow.prompt { try await flow.submit(code: first) })
    #expect(again.context.lastError?.code == .invalidCode)
    try await flow.submit(code: try app.lastCode())
    #expect(await flow.failure() == nil)
  }

  @Test func refusesAUsedCode() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let used = try app.lastCode()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    try #require(try app.lastCode() != used)
    let again = try #require(try await flow.prompt { try await flow.submit(code: used) })
    #expect(again.context.lastError?.code == .invalidCode)
  }

  @Test func distinguishesSigningUpFromSigningIn() async throws {
    let app = try SandboxedApp(["signUp": false])
    let refused = app.client.signIn(identifier: app.address)
    // Before the code is verified, a caller cannot find out whether the user exists.
    _ = try #require(await refused.nextPrompt())
    try await refused.submit(code: try app.lastCode())
    #expect(await refused.failure()?.code == .userNotFound)
    #expect(app.keys.live.isEmpty)

    let signUp = app.client.start(FlowRequest(identifier: app.address, purpose: .signUp))
    _ = try #require(await signUp.nextPrompt())
    try await signUp.submit(code: try app.lastCode())
    guard case .session(let session, isNewUser: true) = try await signUp.result() else {
      Issue.record("no new user")
      return
    }
    let again = app.client.start(FlowRequest(identifier: app.address, purpose: .signUp))
    _ = try #require(await again.nextPrompt())
    try await again.submit(code: try app.lastCode())
    #expect(await again.failure()?.code == .userExists)
    #expect(try await app.client.session().id == session.id)
    #expect(app.keys.live.count == 1)
  }

  @Test func refusesUnavailableMethodsBeforeSending() async throws {
    let app = try SandboxedApp()
    let cases: [(FlowRequest, AuthError.Code)] = [
      (FlowRequest(identifier: app.address, method: .passkey), .methodNotAvailable),
      (FlowRequest(identifier: app.address, method: .oauth("myspace")), .methodNotAvailable),
      (FlowRequest(identifier: app.address, method: .whatsAppOTP), .methodNotAvailable),
      (FlowRequest(identifier: app.address, token: Secret("x")), .invalidToken),
      (FlowRequest(purpose: .stepUp(action: "pay"), token: Secret("x")), .unsupported),
    ]
    for (request, code) in cases {
      #expect(await app.client.start(request).failure()?.code == code, "\(request.purpose.name)")
    }
    let unnamed = try SandboxedApp(["authProxyConfigId": nil])
    #expect(await unnamed.client.signIn(identifier: app.address).failure()?.code == .missingAuthProxyConfiguration)
    #expect(try app.count("") == 0)
    #expect(try unnamed.count("") == 0)
  }

  @Test func refusesKeysThatAreNotPinned() async throws {
    for key in ["tlsFetcher", "notarizer"] {
      let sandbox = try Sandbox(clock: ManualClock())
      var keys = try #require(sandbox.configuration["providers"]?["turnkey"]?["keys"]?.objectValue)
      // Without the override, the production key is pinned. The override of the other key stays in effect.
      keys[key] = nil
      let strict = try SandboxedApp(sharing: sandbox, ["keys": .object(keys)])
      let flow = strict.client.signIn(identifier: strict.address)
      if key == "notarizer" {
        _ = try #require(await flow.nextPrompt())
        try await flow.submit(code: try strict.lastCode())
      }
      #expect(await flow.failure()?.code == .signatureInvalid, "\(key)")
      #expect(strict.keys.live.isEmpty, "\(key)")
    }
  }

  @Test func unreachableServerFailsWithNetwork() async throws {
    let app = try SandboxedApp()
    app.transport.add(Fault(.dropRequest))
    #expect(await app.client.signIn(identifier: app.address).failure()?.code == .network)
    app.transport.heal()
    try await app.signIn()
  }

  @Test func anotherCodeRecoversALostResponse() async throws {
    // The request is lost, at every step after the code.
    for path in ["/v1/otp_verify_v2", "/v1/account", "/v1/signup_v2", "/v1/otp_login_v2"] {
      let app = try SandboxedApp()
      let flow = app.client.signIn(identifier: app.address)
      _ = try #require(await flow.nextPrompt())
      app.transport.add(Fault(.dropRequest, times: 1, path: path))
      let code = try app.lastCode()
      let again = try #require(try await flow.prompt { try await flow.submit(code: code) }, "\(path)")
      #expect(again.context.lastError?.code == .network, "\(path)")
      try await flow.submit(code: code)
      #expect(await flow.failure() == nil, "\(path)")
      #expect(app.keys.live.count == 1, "\(path)")
    }
    // The response is lost after the server created the user.
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    app.transport.add(Fault(.dropAnswer, times: 1, path: "/v1/signup_v2"))
    let code = try app.lastCode()
    _ = try #require(try await flow.prompt { try await flow.submit(code: code) })
    try await flow.submit(code: code)
    guard case .session(_, isNewUser: true) = try await flow.result() else {
      Issue.record("the new user was not recognised")
      return
    }
    #expect(try app.count("/v1/signup_v2") == 1)
  }

  @Test func cancelLeavesNothingAndALateResponseChangesNothing() async throws {
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    app.transport.add(Fault(.delay(.seconds(30)), path: "/v1/otp_login_v2"))
    try await flow.submit(code: try app.lastCode())
    await app.clock.waitForSleepers()
    #expect(app.keys.live.count == 1)
    let cancelled = Task { await flow.cancel() }
    #expect(await flow.failure()?.code == .cancelled)
    await cancelled.value
    app.clock.advance(by: .seconds(60))
    #expect(try await app.client.storedSession() == nil)
    #expect(app.keys.live.isEmpty)
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
  }

  @Test func noSecretIsInEventsErrorsOrDescriptions() async throws {
    let app = try SandboxedApp()
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    let wrong = try app.wrongCode()
    let again = try #require(try await flow.prompt { try await flow.submit(code: wrong) })
    let code = try app.lastCode()
    try await flow.submit(code: code)
    guard case .session(let session, _) = try await flow.result() else {
      Issue.record("no session")
      return
    }
    app.clock.advance(by: .seconds(800))
    let renewed = try await app.client.refresh()
    var text = app.observer.dumpedText
    dump(again.context, to: &text)
    dump(session, to: &text)
    dump(renewed, to: &text)
    dump(app.client, to: &text)
    text += "\(session) \(renewed) \(flow) \(try app.provider())"
    let tokens = [session, renewed].compactMap { $0.tokens.access?.revealText() }
    #expect(tokens.count == 2)
    for secret in [code, wrong] + tokens + tokens.flatMap({ $0.split(separator: ".").map(String.init) }) {
      #expect(!text.contains(secret), "\(secret.prefix(4))…")
    }
  }

  @Test(arguments: [
    "sessionKey", "organizationId", "userTag", "otpId", "otpEncryptionTargetBundle", "signUp", "wallet",
  ])
  func refusesAParameterOfTheWrongType(_ name: String) async throws {
    let app = try SandboxedApp()
    var request = FlowRequest(identifier: app.address)
    request.profile.parameters[name] = .integer(7)
    let error = try #require(await app.client.start(request).failure())
    #expect(error.code == .invalidRequest)
    #expect(error.message.contains("'\(name)'"))
    #expect(app.wire.requests.isEmpty)
  }
}
