import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The control routes and the identity system's routes, for a program and for pages in a browser.
@Suite struct GateTests {
  private static let own = "http://127.0.0.1:8080"
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clock: FixedClock(), baseURL: Self.own) }

  private func post(_ path: String, _ headers: HTTPHeaders, body: JSONValue = ["advanceSeconds": 1]) -> Int {
    sandbox.post(path, body, headers: headers).status
  }

  private func pageToken() throws -> String {
    let page = sandbox.handle(SandboxRequest("GET", "/sandbox/passkey"))
    let text = String(decoding: page.body, as: UTF8.self)
    let rest = text[try #require(text.firstRange(of: "data-token=\"")).upperBound...]
    return String(rest.prefix { $0 != "\"" })
  }

  /// Every control route that changes something, and the routes that sign tokens.
  static let routes = [
    "/sandbox/clock", "/sandbox/faults", "/sandbox/approve", "/sandbox/revoke", "/sandbox/policy",
    "/sandbox/associations", "/sandbox/recording", "/sandbox/reset", "/sandbox/passkey/register/begin",
    "/sandbox/idp/token", "/sandbox/idp/rotate", "/sandbox/%63lock",
  ]

  @Test(arguments: routes)
  func pagesOfOtherOriginsMayNotPost(route: String) throws {
    let token = try pageToken()
    let foreign: [HTTPHeaders] = [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:8081"],
      ["Origin": "http://localhost"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
      ["Sec-Fetch-Site": "none"], ["Origin": Self.own, "Sec-Fetch-Site": "cross-site"],
    ]
    for headers in foreign {
      var withToken = headers
      withToken["X-Sandbox-Token"] = token
      #expect(post(route, headers) == 403 && post(route, withToken) == 403, "\(headers.list)")
    }
  }

  @Test(arguments: routes)
  func aBrowserNeedsThePagesToken(route: String) throws {
    let token = try pageToken()
    for headers in [["Origin": Self.own], ["Sec-Fetch-Site": "same-origin"]] as [HTTPHeaders] {
      var (right, wrong) = (headers, headers)
      right["X-Sandbox-Token"] = token
      wrong["X-Sandbox-Token"] = token + "x"
      #expect(post(route, headers) == 403 && post(route, wrong) == 403, "\(headers.list)")
      #expect(post(route, right) != 403, "\(headers.list)")
    }
    #expect(post(route, ["Origin": "http://localhost:8080", "X-Sandbox-Token": token]) != 403)
  }

  @Test func aProgramNeedsNoToken() {
    #expect(post("/sandbox/clock", [:]) == 200)
    #expect(sandbox.handle(SandboxRequest("POST", "/sandbox/reset")).status == 200)
  }

  /// Nothing may be read by, or sent from, a page of another origin: not as an image, a script, a frame or a link.
  @Test(arguments: ["/sandbox/outbox", "/sandbox/requests", "/sandbox/descriptor", "/sandbox/approvals"])
  func pagesOfOtherOriginsMayNotRead(route: String) {
    func get(_ headers: HTTPHeaders) -> Int {
      sandbox.handle(SandboxRequest("GET", route, headers: headers)).status
    }
    #expect(get([:]) == 200 && get(["Sec-Fetch-Site": "same-origin"]) == 200 && get(["Sec-Fetch-Site": "none"]) == 200)
    #expect(get(["Sec-Fetch-Site": "cross-site"]) == 403 && get(["Sec-Fetch-Site": "same-site"]) == 403)
    #expect(get(["Origin": "https://evil.example"]) == 403)
  }

  @Test func theKeysOfTheIdentitySystemArePublic() {
    let headers: HTTPHeaders = ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"]
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/idp/jwks.json", headers: headers)).status == 200)
  }

  @Test func takesJSONAlone() {
    func post(_ type: String?) -> Int {
      var headers = HTTPHeaders()
      headers["Content-Type"] = type
      return sandbox.handle(
        SandboxRequest("POST", "/sandbox/clock", headers: headers, body: Array(#"{"advanceSeconds":1}"#.utf8))
      ).status
    }
    for type in ["application/json", "Application/JSON ; charset=utf-8"] { #expect(post(type) == 200) }
    for type in [nil, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "text/json"] {
      #expect(post(type) == 415, "\(type ?? "nil")")
    }
  }

  /// A refusal is not logged, and no fault applies to it.
  @Test func refusalsLeaveNoTrace() {
    _ = sandbox.exchange(
      SandboxRequest("POST", "/sandbox/idp/rotate", headers: ["Origin": "https://evil.example"]))
    #expect(sandbox.log().isEmpty)
  }

  @Test(arguments: [
    ("127.0.0.1:8080", true), ("localhost:8080", true), ("LOCALHOST:8080", true), ("app.localhost:8080", true),
    ("[::1]:8080", true), ("127.0.0.1", false), ("127.0.0.1:80", false), ("evil.example:8080", false),
    ("localhost.evil.example:8080", false), ("localhost:8080/x", false), ("user@localhost:8080", false),
    ("", false), ("evil.example#localhost:8080", false), ("192.168.1.4:8080", false),
  ])
  func theHostIsThisServer(host: String, isOwn: Bool) {
    let refusal = LoopbackGate.misdirected(SandboxRequest("GET", "/", headers: ["Host": host]), baseURL: Self.own)
    #expect(refusal?.status == (isOwn ? nil : 421))
  }

  @Test func aRequestWithoutAHostIsRefused() {
    #expect(LoopbackGate.misdirected(SandboxRequest("GET", "/"), baseURL: Self.own)?.status == 421)
    #expect(
      LoopbackGate.misdirected(SandboxRequest("GET", "/", headers: ["Host": "localhost"]), baseURL: "https://127.0.0.1")
        == nil)
  }
}

/// The check of `Host` over HTTP, before every route.
@Suite(.enabled(if: SandboxServer.isAvailable, "libmicrohttpd12 is not installed")) struct HostGateTests {
  @Test func refusesOtherNamesOnEveryRoute() async throws {
    let server = try SandboxServer(sandbox: Sandbox())
    let wire = Wire(port: server.port)
    for path in Self.paths {
      for method in ["GET", "POST", "OPTIONS", "PUT"] {
        let before = server.sandbox.log().count
        let rebound = try await wire.exchange(
          "\(method) \(path) HTTP/1.1\r\nHost: evil.example:\(server.port)\r\n"
            + "Origin: http://evil.example:\(server.port)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        #expect(rebound.status == 421, "\(method) \(path)")
        #expect(!rebound.head.contains("Access-Control-Allow-Origin"), "\(method) \(path)")
        #expect(server.sandbox.log().count == before, "no route saw \(method) \(path)")
      }
      let own = try await wire.exchange("GET \(path) HTTP/1.1\r\n\(wire.host)\r\nConnection: close\r\n\r\n")
      #expect(own.status != 421, "\(path)")
    }
    await server.stop()
  }

  /// One path of every owner, of every page, and of every vendor; and one that nothing owns.
  private static let paths =
    Page.Name.allCases.map(\.rawValue) + [
      "/style.css", "/sandbox/passkey/page.js", "/sandbox/descriptor", "/sandbox/clock", "/sandbox/idp/jwks.json",
      "/sandbox/idp/token", "/backend/me", "/hawcx/v1/auth", "/turnkey/public/v1/query/whoami", "/privy/api/v1/apps",
      "/authsignal/client/init", "/.well-known/webauthn", "/nowhere", "/%zz",
    ]

  @Test func refusesAHandshakeForAnotherName() async throws {
    let server = try SandboxServer(sandbox: Sandbox())
    let answer = try await Wire(port: server.port).exchange(
      "GET /authsignal/ws-v1-challenge HTTP/1.1\r\nHost: evil.example:\(server.port)\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    #expect(answer.status == 421)
    await server.stop()
  }

  /// A page learns nothing from the size of its request: the gates come before the limit of the body.
  @Test func theGatesComeBeforeTheLimitOfTheBody() async throws {
    let server = try SandboxServer(sandbox: Sandbox())
    let wire = Wire(port: server.port)
    let size = SandboxServer.bodyLimit + 1
    func post(_ fields: String) async throws -> Wire.Answer {
      try await wire.exchange(
        "POST /sandbox/clock HTTP/1.1\r\n\(fields)\r\nConnection: close\r\nContent-Length: \(size)\r\n\r\n"
          + String(repeating: " ", count: size))
    }
    #expect(try await post("Host: evil.example:\(server.port)").status == 421)
    let foreign = try await post(wire.host + "\r\nOrigin: https://evil.example")
    #expect(foreign.status == 403 && foreign.body.contains("origin_not_allowed"))
    #expect(try await post(wire.host).status == 413)
    await server.stop()
  }
}
