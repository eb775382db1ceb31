import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import BackendServer
import Testing
import TurnkeyBackend

/// The backend's routes, against the sandbox.
@Suite struct BackendTests {
  let sandbox: Sandbox
  let backend: Backend

  init() throws {
    sandbox = try Sandbox(clock: ManualClock())
    backend = try Backend.sandboxed(sandbox)
  }

  private func post(_ route: String, _ body: JSONValue) async -> BackendResponse {
    await backend.answer(BackendRequest("POST", route, body: body.serialized))
  }

  private func key(_ key: P256.Signing.PrivateKey) -> JSONValue {
    .string(Hex.encode(key.publicKey.compressedRepresentation))
  }

  @Test func codeOpensASession() async throws {
    let device = P256.Signing.PrivateKey()
    let none = await backend.answer(
      BackendRequest("GET", "/proxy/sub-org-ids?filterType=EMAIL&filterValue=jane%40example.org"))
    #expect(none.body == ["organizationIds": []])
    let started = await post("/otp/init", ["otpType": "OTP_TYPE_EMAIL", "contact": "jane@example.org"])
    #expect(started.body.objectValue?.names == ["otpId"])
    let id = try #require(started.body["otpId"])
    let code = try sandbox.lastCode(to: "jane@example.org")
    let wrong = await post("/otp/verify", ["otpId": id, "otpCode": "nonsense"])
    #expect(wrong.status == 401 && wrong.body["error"] == "invalid_code")
    let verified = await post("/otp/verify", ["otpId": id, "otpCode": .string(code)])
    let token = try #require(verified.body["verificationToken"])
    let early = await post("/otp-login", ["verificationToken": token, "publicKey": key(device)])
    #expect(early.status == 404 && early.body["error"] == "user_not_found")
    let made = await post(
      "/signup",
      [
        "userEmail": "jane@example.org", "authenticators": [], "oauthProviders": [],
        "apiKeys": [
          [
            "apiKeyName": "k", "publicKey": key(P256.Signing.PrivateKey()), "curveType": "API_KEY_CURVE_P256",
            "expirationSeconds": "60",
          ]
        ],
      ])
    let organization = try #require(made.body["subOrganizationId"])
    let found = await backend.answer(
      BackendRequest("GET", "/proxy/sub-org-ids?filterType=EMAIL&filterValue=jane%40example.org"))
    #expect(found.body == ["organizationIds": [organization]])
    let login = await post("/otp-login", ["verificationToken": token, "publicKey": key(device)])
    let claims = try JSONValue(
      parsing: JWS(compact: try #require(login.body["sessionToken"]?.stringValue)).payload)
    #expect(claims["organization_id"] == organization)
    #expect(claims["public_key"] == key(device))
    // The body differs, because the vendor treats an equal body as the same activity.
    let again = await post("/otp-login", ["verificationToken": token, "publicKey": key(P256.Signing.PrivateKey())])
    #expect(again.status >= 400)
  }

  @Test func identityTokenOpensASession() async throws {
    let device = P256.Signing.PrivateKey()
    let publicKey = try #require(key(device).stringValue)
    func token(_ claims: JSONValue) throws -> JSONValue {
      let answer = sandbox.handle(
        SandboxRequest("POST", "/sandbox/idp/token", json: ["sub": "u", "aud": "app", "claims": claims]))
      return try #require(try JSONValue(parsing: answer.body)["token"])
    }
    let nonce = JSONValue.string(Hex.encode(SHA256.hash(data: Array(publicKey.utf8))))
    let made = await post(
      "/signup",
      [
        "userEmail": "joe@example.org", "apiKeys": [], "authenticators": [],
        "oauthProviders": [["providerName": "app", "oidcToken": try token([:])]],
      ])
    #expect(made.status == 200)
    let login = await post("/oauth-login", ["oidcToken": try token(["nonce": nonce]), "publicKey": key(device)])
    #expect(login.body["sessionToken"] != nil)
    let unbound = await post("/oauth-login", ["oidcToken": try token([:]), "publicKey": key(device)])
    #expect(unbound.status >= 400)
  }

  @Test func namesTheFaultOfAWrongRequest() async {
    let cases: [(String, JSONValue, Int)] = [
      ("/otp/init", [:], 400), ("/otp/init", [], 400), ("/otp/verify", ["otpId": "x"], 400),
      ("/otp-login", ["verificationToken": "x", "publicKey": "02"], 401), ("/signup", [:], 400),
      ("/signup", ["userEmail": "a@b.example", "apiKeys": 1], 400), ("/nothing", [:], 404),
    ]
    for (route, body, status) in cases {
      let answer = await post(route, body)
      #expect(answer.status == status, "\(route)")
      #expect(answer.body["error"] != nil && answer.body["message"] != nil)
    }
    let lookUp = await backend.answer(BackendRequest("GET", "/proxy/sub-org-ids?filterType=EMAIL"))
    #expect(lookUp.status == 400)
  }

  @Test func readsTheEnvironmentStrictly() throws {
    let good = try Backend.environment(sandbox)
    for name in good.keys {
      var environment = good
      environment[name] = nil
      let error = #expect(throws: AuthError.self) { try BackendConfiguration(environment: environment) }
      #expect(error?.message.contains(name) == true)
    }
    var other = good
    other["TURNKEY_API_PRIVATE_KEY"] = Hex.encode(P256.Signing.PrivateKey().rawRepresentation)
    let configuration = try BackendConfiguration(environment: other)
    #expect(throws: AuthError.self) {
      try Backend(configuration, transport: SandboxTransport(sandbox: sandbox))
    }
  }
}
