import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The access of pages of other origins to the sandbox, by class of route.
@Suite struct CrossOriginTests {
  private static let page = "http://localhost:5173"
  private let sandbox: Sandbox
  private let privyApp: String

  init() throws {
    sandbox = try Sandbox(clock: FixedClock(), baseURL: "http://127.0.0.1:8080")
    privyApp = try #require(sandbox.descriptor["privy"]?["appId"]?.stringValue)
  }

  private func ask(
    _ path: String, method: String = "POST", from origin: String = page, headers: String = "content-type"
  ) -> SandboxResponse {
    let preflight: HTTPHeaders = [
      "Origin": origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers,
    ]
    return exchange(SandboxRequest("OPTIONS", path, headers: preflight))
  }

  private func call(_ path: String, method: String = "POST", from origin: String? = page) -> SandboxResponse {
    var headers = HTTPHeaders()
    headers["Origin"] = origin
    return exchange(SandboxRequest(method, path, headers: headers))
  }

  private func exchange(_ request: SandboxRequest) -> SandboxResponse {
    sandbox.exchange(request).response ?? SandboxResponse(status: 0)
  }

  private static func names(_ field: String?) -> Set<String> {
    Set((field ?? "").split(separator: ",").map { $0.filter { $0 != " " }.lowercased() })
  }

  /// The header fields that each vendor's own browser client sends.
  @Test(arguments: [
    ("/turnkey/public/v1/query/whoami", "content-type,x-client-version,x-stamp,x-stamp-webauthn", false),
    (
      "/turnkey-proxy/v1/account", "content-type,x-auth-proxy-config-id,x-captcha-token,x-client-version", false
    ),
    ("/turnkey-oauth/facebook/token", "content-type", false),
    (
      "/privy/api/v1/passwordless/init",
      "authorization,content-type,privy-app-id,privy-ca-id,privy-client,privy-client-id,privy-mfa-token,privy-ui,"
        + "x-native-app-identifier", true
    ),
    (
      "/hawcx/v1/auth",
      "content-type,x-config-id,x-hawcx-platform,x-hawcx-protocol-version,x-hawcx-sdk,x-hawcx-sdk-version,x-os", false
    ),
    ("/authsignal/v1/client/challenge", "authorization,content-type,x-authsignal-sdk", true),
    ("/authsignal/v1/client/challenge/web", "authorization,content-type", true),
    ("/oidc/token", "authorization,content-type,dpop", false), ("/oidc/par", "content-type,dpop", false),
    ("/backend/track", "content-type", false),
    ("/backend/session/refresh", "authorization,content-type,x-anything", false),
  ])
  func clientRoutesAnswerPreflights(path: String, headers: String, credentials: Bool) {
    let answer = ask(path, headers: headers)
    #expect(answer.status == 204)
    #expect(answer.body.isEmpty)
    #expect(answer.headers["Access-Control-Allow-Origin"] == Self.page)
    #expect(answer.headers["Access-Control-Allow-Credentials"] == (credentials ? "true" : nil))
    #expect(answer.headers["Vary"] == "Origin")
    #expect(Self.names(answer.headers["Access-Control-Allow-Methods"]).contains("post"))
    #expect(Self.names(answer.headers["Access-Control-Allow-Headers"]).isSuperset(of: Self.names(headers)))
    let called = call(path)
    #expect(called.headers.values(of: "Access-Control-Allow-Origin") == [Self.page])
    #expect(called.headers["Access-Control-Allow-Credentials"] == (credentials ? "true" : nil))
    #expect(Self.names(called.headers["Vary"]).contains("origin"))
  }

  /// Server APIs, pages to visit, control routes, pages for users and unknown paths have no CORS headers.
  @Test(arguments: [
    "/privy/v1/users", "/privy/oauth/page", "/hawcx/oauth2/token", "/hawcx/authorize",
    "/hawcx/authorize/resume", "/hawcx/login",
    "/hawcx/v1/management/stepup/consume",
    "/authsignal/v1/users/u", "/authsignal/v1/validate", "/authsignal/webhooks", "/turnkey-oauth/google/authorize",
    "/oidc/authorize", "/oidc/interaction", "/oidc/device", "/oidc/introspect", "/oidc/register", "/oidc/logout",
    "/sandbox/oidc/rotate",
    "/sandbox/outbox", "/sandbox/reset", "/sandbox/policy", "/sandbox/passkey/register/begin", "/sandbox/idp/token",
    "/", "/outbox", "/approvals", "/sandbox/passkey", "/.well-known/webauthn", "/nothing", "/%zz",
  ])
  func otherRoutesHaveNoCORS(path: String) {
    for answer in [
      ask(path), call(path), call(path, method: "GET"), ask(path, method: "GET", from: "http://127.0.0.1:8080"),
    ] {
      let names = answer.headers.fields.map(\.name).filter { $0.hasPrefix("Access-Control-") }
      #expect(names.isEmpty)
    }
    #expect(ask(path).status == 403)
  }

  @Test func onlyPagesOfThisMachineByDefault() {
    let path = "/privy/api/v1/sessions"
    for origin in [
      "http://localhost", "https://localhost:8443", "http://127.0.0.1:3000", "http://[::1]:3000", "https://[::1]",
    ] {
      #expect(ask(path, from: origin).headers["Access-Control-Allow-Origin"] == origin)
    }
    for origin in [
      "https://app.example", "null", "", "http://localhost.example", "http://localhost:5173/", "http://localhost:80",
      "HTTP://localhost", "ftp://localhost", "http://127.0.0.1.example", "http://user@localhost", "*",
    ] {
      let answer = ask(path, from: origin)
      #expect(answer.status == 403, "\(origin)")
      #expect(answer.headers["Access-Control-Allow-Origin"] == nil, "\(origin)")
      #expect(answer.headers["Vary"] == "Origin")
      #expect(call(path, from: origin).headers["Access-Control-Allow-Origin"] == nil, "\(origin)")
    }
    #expect(call(path, from: nil).headers["Access-Control-Allow-Origin"] == nil)
    #expect(call(path, from: nil).headers["Vary"] == "Origin")
  }

  /// `POST /sandbox/policy` takes the place of the vendor's dashboard. It does not affect another vendor.
  @Test func dashboardAddsOrigins() {
    let app = "https://app.example"
    let policy: JSONValue = ["provider": "privy", "allowedOrigins": [.string(app), "capacitor://localhost"]]
    #expect(sandbox.post("/sandbox/policy", policy).status == 200)
    let path = "/privy/api/v1/sessions"
    #expect(ask(path, from: app).headers["Access-Control-Allow-Origin"] == app)
    #expect(ask(path, from: "capacitor://localhost").status == 204)
    #expect(ask(path).status == 204)
    #expect(ask(path, from: "https://other.example").status == 403)
    #expect(ask("/hawcx/v1/auth", from: app).status == 403)
    #expect(sandbox.post("/sandbox/policy", ["provider": "privy", "allowedOrigins": ["*"]]).status == 200)
    #expect(ask(path, from: "https://other.example").headers["Access-Control-Allow-Origin"] == "https://other.example")
    #expect(sandbox.post("/sandbox/reset").status == 200)
    #expect(ask(path, from: app).status == 403)
  }

  @Test func relatedOriginsAreAllowed() {
    let site = "https://app.example"
    let paths = [
      "/turnkey-proxy/v1/account", "/privy/api/v1/sessions", "/hawcx/v1/auth", "/authsignal/v1/client/challenge",
      "/backend/me",
    ]
    for path in paths { #expect(ask(path, from: site).status == 403, "\(path)") }
    #expect(sandbox.post("/sandbox/associations", ["relatedOrigins": [.string(site)]]).status == 200)
    for path in paths { #expect(ask(path, from: site).status == 204, "\(path)") }
    #expect(ask("/sandbox/reset", from: site).status == 403)
  }

  /// A list in Turnkey's dashboard replaces the default list. The proxy refuses not only the preflights but also the
  /// requests of all other origins.
  @Test func authProxyRefusesPagesOfOtherOrigins() {
    let path = "/turnkey-proxy/v1/wallet_kit_config"
    let configuration = sandbox.descriptor["turnkey"]?["authProxyConfigId"]?.stringValue ?? ""
    func status(from origin: String) -> Int {
      sandbox.post(path, headers: ["Origin": origin, "X-Auth-Proxy-Config-ID": configuration]).status
    }
    #expect(status(from: Self.page) == 200)
    #expect(status(from: "https://app.example") == 403)
    let policy: JSONValue = ["provider": "turnkey", "allowedOrigins": ["https://app.example"]]
    #expect(sandbox.post("/sandbox/policy", policy).status == 200)
    #expect(status(from: "https://app.example") == 200)
    #expect(status(from: Self.page) == 403)
    #expect(ask(path).status == 403)
  }

  /// A script can read the status of a failed request only if the response has CORS headers.
  @Test func failuresAreReadableToo() {
    let path = "/privy/api/v1/apps/\(privyApp)"
    for (kind, value, status) in [
      ("status", 503, 503), ("garbage", nil, 0), ("truncate", nil, 0), ("duplicate", nil, 0), ("delay", 5, 0),
    ] as [(String, JSONValue, Int)] {
      let fault: JSONValue = ["match": "/privy", "kind": .string(kind), "value": value, "times": 1]
      #expect(sandbox.post("/sandbox/faults", fault).status == 200)
      let answer = call(path, method: "GET")
      #expect(status == 0 || answer.status == status)
      #expect(answer.headers["Access-Control-Allow-Origin"] == Self.page, "\(kind)")
    }
    for nowhere in [
      "/privy/api/v1/nothing", "/privy/api/v2/nothing", "/hawcx/nothing", "/authsignal/v1/client/nothing",
    ] {
      #expect(call(nowhere).headers["Access-Control-Allow-Origin"] == Self.page, "\(nowhere)")
    }
    #expect(call(path, method: "GET").headers["Access-Control-Expose-Headers"]?.contains("x-request-id") == true)
  }

  /// A preflight is a request of the browser, not a call of the vendor's client, so faults and the log ignore it.
  @Test func preflightsAreNotLoggedAndHaveNoFaults() {
    let fault: JSONValue = ["match": "/", "kind": "status", "value": 500, "times": 1]
    #expect(sandbox.post("/sandbox/faults", fault).status == 200)
    #expect(ask("/hawcx/v1/auth").status == 204)
    #expect(sandbox.log().isEmpty)
    #expect(call("/hawcx/v1/auth").status == 500)
    #expect(sandbox.log().map { $0["method"] } == ["POST"])
  }

  @Test func echoesRequestedHeadersOnlyIfTheyAreNames() {
    let asked = "privy-x, PRIVY-Y,privy-a b\u{7},privy-é,x-other,authorization"
    let allowed = ask("/privy/api/v1/sessions", headers: asked).headers["Access-Control-Allow-Headers"] ?? ""
    #expect(Self.names(allowed).isSuperset(of: ["privy-x", "privy-y", "authorization"]))
    #expect(!Self.names(allowed).contains("x-other"))
    #expect(allowed.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(allowed.split(separator: ",").count { $0.contains("uthorization") } == 1)
    let many = (0..<5000).map { "privy-\($0)" }.joined(separator: ",")
    let bounded = ask("/privy/api/v1/sessions", headers: many).headers["Access-Control-Allow-Headers"] ?? ""
    #expect(bounded.utf8.count < 4000)
  }

  /// Chromium sends this preflight before it lets a public page send requests to the local machine.
  @Test func privateNetworkAccess() {
    let headers: HTTPHeaders = [
      "Origin": Self.page, "Access-Control-Request-Method": "POST", "Access-Control-Request-Private-Network": "true",
    ]
    func field(_ path: String) -> String? {
      exchange(SandboxRequest("OPTIONS", path, headers: headers)).headers["Access-Control-Allow-Private-Network"]
    }
    #expect(field("/hawcx/v1/auth") == "true")
    #expect(field("/sandbox/reset") == nil)
    #expect(ask("/hawcx/v1/auth").headers["Access-Control-Allow-Private-Network"] == nil)
  }
}
