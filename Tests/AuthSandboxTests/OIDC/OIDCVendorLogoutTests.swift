import AuthCore
import AuthCrypto
import AuthSandbox
import AuthSandboxOIDC
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// RP-initiated and back-channel logout.
@Suite struct OIDCVendorLogoutTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  private func logOut(_ fields: [(name: String, value: String)]) -> SandboxResponse {
    let headers: HTTPHeaders = caller.cookie.map { ["Cookie": $0] } ?? [:]
    return caller.browse(
      SandboxRequest("GET", "/oidc/logout?" + PercentEncoding.encodeForm(fields), headers: headers))
  }

  @Test func anIDTokenOfTheSessionEndsItAtOnce() throws {
    let tokens = try caller.signIn()
    let answer = logOut([
      ("id_token_hint", tokens["id_token"]?.stringValue ?? ""),
      ("post_logout_redirect_uri", "http://127.0.0.1:4001/signed-out"), ("state", "a b"),
    ])
    #expect(answer.headers["Location"] == "http://127.0.0.1:4001/signed-out?state=a+b")
    #expect(try caller.open(["prompt": "none"]).callback()["error"] == "login_required")
    #expect(caller.refresh(tokens["refresh_token"]?.stringValue).status == 200, "offline access outlives the session")
  }

  @Test func theTokensOfTheSessionEnd() throws {
    let tokens = try caller.signIn(["scope": "openid"])
    _ = logOut([("id_token_hint", tokens["id_token"]?.stringValue ?? "")])
    #expect(caller.userInfo(tokens["access_token"]?.stringValue).status == 401)
  }

  /// A page of another site can open the address, so the user confirms.
  @Test func withoutAnIDTokenTheUserConfirms() throws {
    _ = try caller.signIn()
    let page = logOut([])
    #expect(page.status == 200 && page.text.contains("Sign out jane@example.com?"))
    #expect(try caller.open(["prompt": "none"]).callback()["code"] != nil)
    let id = try #require(page.hiddenValue("confirmation"))
    #expect(caller.browse(OIDCCaller.form("/oidc/logout", [("confirmation", "x")])).status == 400)
    #expect(
      caller.browse(OIDCCaller.form("/oidc/logout", [("confirmation", id)])).text.contains("You are signed out"))
    #expect(caller.cookie == "latchkey_oidc=")
    caller.cookie = nil
    #expect(try caller.open(["prompt": "none"]).callback()["error"] == "login_required")
  }

  @Test func anotherUsersIDTokenEndsNothing() throws {
    let other = try caller.signIn()["id_token"]?.stringValue ?? ""
    caller.cookie = nil
    _ = try caller.signIn(user: "june@example.com")
    let page = logOut([("id_token_hint", other)])
    #expect(page.text.contains("Sign out june@example.com?"))
  }

  @Test func onlyRegisteredAddressesAreRedirectedTo() throws {
    let hint = (name: "id_token_hint", value: try caller.signIn()["id_token"]?.stringValue ?? "")
    for uri in ["https://evil.example/signed-out", "http://127.0.0.1/other", "http://localhost:4001/signed-out"] {
      let answer = logOut([hint, ("post_logout_redirect_uri", uri)])
      #expect(answer.status == 400 && answer.headers["Location"] == nil, "\(uri)")
    }
    #expect(logOut([("post_logout_redirect_uri", "http://127.0.0.1/signed-out")]).status == 400)
    #expect(logOut([("id_token_hint", "x")]).status == 400)
    #expect(logOut([hint, ("client_id", "another")]).status == 400)
  }

  /// OpenID Connect Back-Channel Logout §2.4: each client of the session gets a signed token.
  @Test func clientsGetLogoutTokens() async throws {
    caller.policy(["backChannelLogoutURI": "http://127.0.0.1:5000/logout"])
    let identity = try caller.verified(try caller.signIn()["id_token"]?.stringValue)
    let subject = try #require(identity.subject)
    #expect(caller.sandbox.post("/sandbox/revoke", ["provider": "oidc", "subject": .string(subject)]).status == 200)

    let transport = ScriptedTransport { _ in TransportResponse(status: 200) }
    let delivery = OIDCLogoutDelivery(sandbox: caller.sandbox, transport: transport, clock: ManualClock())
    #expect(try await delivery.deliver() == 1)
    #expect(try await delivery.deliver() == 0, "each is delivered once")
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "http://127.0.0.1:5000/logout" && request.method == "POST")
    let form = PercentEncoding.decodeForm(String(decoding: request.body ?? [], as: UTF8.self)) ?? []
    #expect(form.map(\.name) == ["logout_token"])
    let token = try caller.verified(form.first?.value, types: ["logout+jwt"])
    #expect(token.subject == subject && token["sid"] == identity["sid"] && token["nonce"] == nil)
    #expect(token["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
    let list = caller.sandbox.handle(SandboxRequest("GET", "/sandbox/oidc/logout-tokens")).json["logoutTokens"]
    #expect(list?.arrayValue?.map { $0["status"] } == [200])
  }
}
