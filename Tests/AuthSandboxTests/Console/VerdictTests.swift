import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The verdict of each vendor on the credentials of a request, at the time of the request.
@Suite struct VerdictTests {
  /// Sends a request, and returns what the log keeps of it.
  private func sent(_ sandbox: Sandbox, _ request: SandboxRequest) -> [String: SandboxCredential.Verdict] {
    _ = sandbox.exchange(request)
    let lines = sandbox.lastDetail?.presented ?? []
    return Dictionary(lines.map { ($0.name, $0.verdict) }) { first, _ in first }
  }

  private func bearer(_ token: String) -> HTTPHeaders { ["Authorization": "Bearer " + token] }

  @Test func turnkeyStamps() throws {
    let caller = try TurnkeyCaller()
    let body: JSONValue = ["organizationId": .string(caller.organization)]
    func whoAmI(_ stamped: JSONValue, _ key: P256.Signing.PrivateKey) throws -> SandboxCredential.Verdict? {
      let stamp = try TurnkeyCaller.stamp(stamped.serialized, key)
      let request = SandboxRequest("POST", "/turnkey/public/v1/query/whoami", json: body, headers: ["X-Stamp": stamp])
      return sent(caller.sandbox, request)["X-Stamp"]
    }
    let root = try caller.rootKey()
    #expect(try whoAmI(body, root) == .verified)
    let line = try #require(caller.sandbox.lastDetail?.presented.first)
    #expect(line.content.contains(TurnkeyCaller.hex(root)) && line.content.contains("SIGNATURE_SCHEME_TK_API_P256"))
    #expect(line.content.contains("\"signature\": \"30"), "the signature, in DER")
    #expect(try whoAmI(["a": 1], root) == .refused("could not verify api key signature"))
    #expect(
      try whoAmI(body, P256.Signing.PrivateKey())
        == .refused("could not find public key in organization or its parent organization"))
  }

  @Test func turnkeySessions() throws {
    let caller = try TurnkeyCaller()
    let user = try caller.signedIn("jane@example.com")
    let request = SandboxRequest("GET", "/backend/me", headers: bearer(user.jwt))
    #expect(sent(caller.sandbox, request) == ["Bearer token": .verified])
    caller.advance(1000)
    guard case .refused? = sent(caller.sandbox, request)["Bearer token"] else { Issue.record("accepted"); return }
  }

  @Test func privyTokens() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn("jane")
    var headers = fixture.clientHeaders
    headers["Authorization"] = "Bearer " + session.text("token")
    let me = SandboxRequest("GET", "/privy/api/v1/users/me", headers: headers)
    #expect(sent(fixture.sandbox, me) == ["Bearer token": .verified])
    fixture.advance(4000)
    #expect(sent(fixture.sandbox, me) == ["Bearer token": .refused("expired")])
    headers["Authorization"] = "Bearer " + (try fixture.customToken())
    #expect(
      sent(fixture.sandbox, SandboxRequest("GET", "/privy/api/v1/users/me", headers: headers))
        == ["Bearer token": .refused("not a token of this app")])
    let token = try fixture.customToken(changing: ["exp": .integer(fixture.start + 9000)])
    let custom: JSONValue = ["token": .string(token)]
    let authenticate = SandboxRequest(
      "POST", "/privy/api/v1/custom_jwt_account/authenticate", json: custom, headers: fixture.clientHeaders)
    #expect(sent(fixture.sandbox, authenticate) == ["token": .verified])
    #expect(fixture.sandbox.lastDetail?.issued.map(\.name).contains("privy_access_token") == true)
    let server = SandboxRequest("GET", "/privy/v1/users", headers: fixture.appHeaders)
    #expect(sent(fixture.sandbox, server) == ["App secret": .verified])
  }

  @Test func privyRefreshTokensAreNotUsedUpByTheLog() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn("jane")
    fixture.advance(3400)
    var headers = fixture.clientHeaders
    headers["Authorization"] = "Bearer " + session.text("token")
    let body: JSONValue = ["refresh_token": .string(session.text("refresh_token"))]
    let refresh = SandboxRequest("POST", "/privy/api/v1/sessions", json: body, headers: headers)
    #expect(sent(fixture.sandbox, refresh)["refresh_token"] == .verified)
    #expect(fixture.sandbox.log().last?["status"] == 200)
    fixture.advance(60)
    #expect(sent(fixture.sandbox, refresh)["refresh_token"] == .refused("used before, so the session ends"))
  }

  @Test func openIDTokensAndProofs() throws {
    let caller = try OIDCCaller()
    let tokens = try caller.signIn()
    let access = tokens["access_token"]?.stringValue ?? ""
    let userInfo = SandboxRequest("GET", "/oidc/userinfo", headers: bearer(access))
    #expect(sent(caller.sandbox, userInfo) == ["Bearer token": .verified])
    let form = [
      (name: "grant_type", value: "refresh_token"),
      (name: "refresh_token", value: tokens["refresh_token"]?.stringValue ?? ""),
      (name: "client_id", value: caller.clientID),
    ]
    let refresh = OIDCCaller.form("/oidc/token", form)
    #expect(sent(caller.sandbox, refresh) == ["refresh_token": .verified])
    #expect(caller.sandbox.lastDetail?.issued.map(\.name).sorted() == ["access_token", "id_token"])
    #expect(sent(caller.sandbox, refresh) == ["refresh_token": .refused("used before, so the grant ends")])
    caller.advance(700)
    guard case .refused? = sent(caller.sandbox, userInfo)["Bearer token"] else { Issue.record("accepted"); return }
    let wrong = OIDCCaller.form(
      "/oidc/introspect", [(name: "token", value: access)],
      ["Authorization": "Basic " + Base64.encode(Array("\(try caller.member("secretClient", "clientId")):no".utf8))])
    guard case .refused? = sent(caller.sandbox, wrong)["Client secret"] else { Issue.record("accepted"); return }
  }

  @Test func aDPoPProofIsVerifiedOnceAndThenAReplay() throws {
    let caller = try OIDCCaller()
    let key = P256.Signing.PrivateKey()
    let jwk = JWK(.p256(key.publicKey)).json
    let header: JSONValue = ["typ": "dpop+jwt", "alg": "ES256", "jwk": jwk]
    let claims: JSONValue = [
      "jti": "one", "htm": "POST", "htu": .string(caller.sandbox.baseURL + "/oidc/token"),
      "iat": .integer(FixedClock.unixTime),
    ]
    let input = Base64URL.encode(header.serialized) + "." + Base64URL.encode(claims.serialized)
    let proof = input + "." + Base64URL.encode(try key.signature(for: Array(input.utf8)).rawRepresentation)
    let code = try caller.authorize()["code"] ?? ""
    let form = [
      (name: "grant_type", value: "authorization_code"), (name: "code", value: code),
      (name: "redirect_uri", value: OIDCCaller.redirect), (name: "code_verifier", value: caller.verifier),
      (name: "client_id", value: caller.clientID),
    ]
    let request = OIDCCaller.form("/oidc/token", form, ["DPoP": proof])
    #expect(sent(caller.sandbox, request) == ["DPoP proof": .verified])
    #expect(caller.sandbox.log().last?["status"] == 200, "the log must not use the proof up")
    #expect(
      sent(caller.sandbox, request)
        == ["DPoP proof": .refused("The proof was used before. Sign a new one for each request.")])
  }

  @Test func hawcxAssertions() throws {
    let caller = try HawcxCaller()
    let assertion = try JWS.sign(
      claims: ["iss": "x", "sub": "x", "aud": "x", "exp": 1], with: .p256(P256.Signing.PrivateKey()))
    let request = SandboxRequest(
      "POST", "/hawcx/v1/management/stepup/consume", json: [:], headers: bearer(assertion))
    guard case .refused? = sent(caller.sandbox, request)["Bearer token"] else { Issue.record("accepted"); return }
    try caller.signIn("jane@example.com")
    let answer = caller.sandbox.post(
      "/backend/hawcx/step-up", ["identifier": "jane@example.com", "purpose": "change_phone_number"])
    let startToken = try #require(answer.json["startToken"])
    let start: JSONValue = [
      "protocolVersion": 2, "session": nil,
      "action": [
        "type": "start", "flowType": "account_manage", "identifier": "jane@example.com", "startToken": startToken,
      ],
    ]
    let flow = SandboxRequest("POST", "/hawcx/v1/auth", json: start, headers: ["X-Config-Id": caller.configID])
    #expect(sent(caller.sandbox, flow) == ["action.startToken": .verified])
    try caller.advance(100)
    #expect(sent(caller.sandbox, flow) == ["action.startToken": .refused("expired")])
  }

  @Test func authsignalTokensAndSignatures() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.enrolledByEmail()
    let list = SandboxRequest("GET", "/authsignal/v1/client/user-authenticators", headers: bearer(token))
    #expect(sent(desk.sandbox, list) == ["Bearer token": .verified])
    #expect(sent(try AuthsignalDesk().sandbox, list) == ["Bearer token": .refused("not signed by this tenant")])
    let key = P256.Signing.PrivateKey()
    let publicKey = Base64.encode(Array(key.publicKey.derRepresentation))
    let device: JSONValue = ["publicKey": .string(publicKey), "deviceName": "Phone", "devicePlatform": "ios"]
    #expect(try desk.client("POST", "/user-authenticators/push", device, token: token).status == 200)
    let asked = try desk.client("POST", "/challenge/push", ["action": "signIn"], token: token)
    let id = try #require(asked["challengeId"]?.stringValue)
    func decide(_ text: String) throws -> [String: SandboxCredential.Verdict] {
      let signature = Base64.encode(Array(try key.signature(for: Array(text.utf8)).derRepresentation))
      let body: JSONValue = [
        "publicKey": .string(publicKey), "challengeId": .string(id), "approved": true, "signature": .string(signature),
      ]
      return sent(
        desk.sandbox,
        SandboxRequest(
          "POST", "/authsignal/v1/client/user-authenticators/push/challenge", json: body,
          headers: ["Authorization": "Basic " + Base64.encode(Array((desk.tenantID + ":").utf8))]))
    }
    guard case .refused? = try decide("other")["Device signature"] else { Issue.record("accepted"); return }
    #expect(try decide(id) == ["Device signature": .verified, "Tenant": .verified])
    let server = SandboxRequest(
      "GET", "/authsignal/v1/users/x",
      headers: ["Authorization": "Basic " + Base64.encode(Array("wrong:".utf8))])
    #expect(sent(desk.sandbox, server) == ["Secret key": .refused("not the tenant's secret key")])
  }

  @Test func backendTokensAndUnknownOnes() throws {
    let caller = try HawcxCaller()
    let code = try caller.authCode("jane@example.com")
    let app = caller.sandbox.post(
      "/backend/hawcx/exchange", ["authCode": .string(code), "codeVerifier": .string(caller.verifier)])
    let token = try #require(app.json["token"]?.stringValue)
    let me = SandboxRequest("GET", "/backend/me", headers: bearer(token))
    #expect(sent(caller.sandbox, me) == ["App token": .verified])
    #expect(caller.sandbox.lastDetail?.presented.first?.content.contains(token) == false)
    let unknown = SandboxRequest("GET", "/backend/me", headers: bearer("x"))
    guard case .refused? = sent(caller.sandbox, unknown)["Bearer token"]
    else { Issue.record("accepted"); return }
  }

  @Test func faultsKeepTheCredentials() throws {
    let caller = try OIDCCaller()
    let token = try caller.signIn()["access_token"]?.stringValue ?? ""
    let request = SandboxRequest("GET", "/oidc/userinfo", headers: bearer(token))
    let faults: [JSONValue] = [
      ["kind": "status"], ["kind": "drop"], ["kind": "drop", "value": "after"], ["kind": "delay"],
    ]
    for fault in faults {
      var body = fault.objectValue ?? [:]
      body["match"] = "/oidc"
      body["times"] = 1
      #expect(caller.sandbox.post("/sandbox/faults", .object(body)).status == 200)
      #expect(sent(caller.sandbox, request) == ["Bearer token": .verified], "\(fault)")
    }
  }

  @Test func anotherVendorHasUncheckedTokens() throws {
    let sandbox = try Sandbox(vendors: [.acme], clock: FixedClock())
    let request = SandboxRequest("POST", "/acme/code", json: ["to": "x@example.com"], headers: bearer("abc"))
    #expect(sent(sandbox, request) == ["Bearer token": .unchecked])
  }
}

/// What the log keeps of a request's credentials.
struct LoggedCredentials {
  struct Line {
    let name: String
    let content: String
    let verdict: SandboxCredential.Verdict
  }

  let presented: [Line]
  let issued: [Line]
}

extension Sandbox {
  /// The credentials of the last request in the log.
  var lastDetail: LoggedCredentials? {
    guard let sequence = log().last?["seq"]?.integerValue else { return nil }
    let entry = handle(SandboxRequest("GET", "/sandbox/requests/\(sequence)")).json
    func lines(_ name: String) -> [LoggedCredentials.Line] {
      (entry[name]?.arrayValue ?? []).map { line in
        let verdict: SandboxCredential.Verdict =
          switch line["verdict"]?.stringValue {
          case "verified": .verified
          case "refused": .refused(line["reason"]?.stringValue ?? "")
          default: .unchecked
          }
        return LoggedCredentials.Line(
          name: line["name"]?.stringValue ?? "", content: line["content"]?.stringValue ?? "", verdict: verdict)
      }
    }
    return LoggedCredentials(presented: lines("credentials"), issued: lines("issued"))
  }
}
