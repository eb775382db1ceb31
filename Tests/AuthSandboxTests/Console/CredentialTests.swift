import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The credentials of a request in the log: decoded and bounded, and not enough to present them again.
@Suite struct CredentialTests {
  private func jwt(_ claims: JSONObject) throws -> String {
    try JWS.sign(claims: claims, with: .p256(P256.Signing.PrivateKey()))
  }

  @Test func decodesJWTsWithoutTheirSignature() throws {
    let token = try jwt(["sub": "jane", "exp": 5])
    let content = SandboxCredential(name: "t", token: token, verdict: .verified).content
    #expect(content["payload"] == ["sub": "jane", "exp": 5])
    #expect(content["header"]?["alg"] == "ES256")
    let signature = try #require(token.split(separator: ".").last)
    #expect(!content.serializedText.contains(signature))
  }

  @Test func hidesMostOfAnOpaqueToken() {
    let token = "app_0123456789abcdef0123456789"
    let content = SandboxCredential(name: "t", token: token, verdict: .verified).content
    #expect(content == ["opaque": "app_0123…", "characters": 30])
    #expect(SandboxCredential(name: "t", token: "short", verdict: .unchecked).content["opaque"] == "…")
  }

  @Test(arguments: ["eyJ", "eyJ.eyJ.", "eyJhbGciOiJub25lIn0.e30", "a.b.c", "eyJhbGciOiJub25lIn0.!!.x", ""])
  func malformedTokensAreNotDecoded(_ text: String) {
    #expect(TokenContent.decode(text) == nil)
  }

  @Test func overlongAndDeepTokensAreNotDecoded() {
    let header = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    func token(_ payload: String) -> String { header + "." + Base64URL.encode(Array(payload.utf8)) + "." }
    #expect(TokenContent.decode(token("{}")) != nil)
    #expect(TokenContent.decode(token(#"{"a":"\#(String(repeating: "x", count: 40_000))"}"#)) == nil)
    #expect(TokenContent.decode(token(String(repeating: "[", count: 500) + String(repeating: "]", count: 500))) == nil)
  }

  @Test func findsTheTokensOfARequest() throws {
    let token = try jwt(["sub": "jane"])
    let json: JSONValue = ["a": ["idToken": .string(token)], "list": [.string(token)], "other": "eyJ"]
    let request = SandboxRequest(
      "POST", "/x", json: json,
      headers: ["Authorization": "bearer opaque", "DPoP": token, "Cookie": "session=\(token); theme=dark"])
    let names = ["Bearer token", "DPoP proof", "Cookie session", "a.idToken", "list"]
    #expect(request.presentedTokens.map(\.name) == names)
    let form = SandboxRequest(
      "POST", "/x", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("grant_type=x&client_assertion=\(token)".utf8))
    #expect(form.presentedTokens.map(\.name) == ["client_assertion"])
    #expect(SandboxRequest("POST", "/x", body: Array("[[[[[[[[\"\(token)\"]]]]]]]]".utf8)).presentedTokens.isEmpty)
    #expect(SandboxRequest("POST", "/x", headers: ["Authorization": "Basic eA=="]).presentedTokens.isEmpty)
  }

  @Test func boundsWhatTheLogKeeps() {
    let long = String(repeating: "é", count: 100_000)
    let credential = SandboxCredential(name: long, content: .string(long), verdict: .refused(long))
    let detail = RequestDetail(presented: Array(repeating: credential, count: 50), issued: [credential])
    #expect(detail.presented.count == RequestDetail.limit)
    for line in detail.presented + detail.issued {
      #expect(line.name.count < 100 && line.content.count < 4100)
      guard case .refused(let reason) = line.verdict else { Issue.record("no reason"); continue }
      #expect(reason.count < 330)
    }
  }

  @Test func onlyTheLastRequestsKeepTheirCredentials() {
    var log = RequestLog()
    let detail = RequestDetail(
      presented: [SandboxCredential(name: "t", content: "c", verdict: .verified)], issued: [])
    for _ in 1...1003 {
      log.append(
        at: FixedClock().now(), provider: "privy", method: "GET", path: "/", status: 200, note: nil, detail: detail)
    }
    #expect(log.detail(of: 3) == nil && !log.keepsDetail(of: 3))
    #expect(log.detail(of: 4) != nil && log.keepsDetail(of: 4) && log.detail(of: 1003) != nil)
    #expect(log.entry(1003)?.sequence == 1003 && log.entry(1004) == nil && log.entry(0) == nil && log.entry(-1) == nil)
    log.clear()
    #expect(log.detail(of: 1003) == nil && log.entry(1003) == nil)
  }
}
