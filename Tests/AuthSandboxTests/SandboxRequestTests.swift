import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The parsing and routing of a request.
@Suite struct SandboxRequestTests {
  @Test func parsesTheTarget() {
    let request = SandboxRequest("GET", "/a%20b/c?x=1%262&y=two+words&z", headers: [:])
    #expect(request.rawPath == "/a%20b/c")
    #expect(request.decodedPath == "/a b/c")
    #expect(request.queryValue("x") == "1&2")
    #expect(request.queryValue("y") == "two words")
    #expect(request.queryValue("z") == "")
    #expect(request.queryValue("w") == nil)
  }

  @Test func credentials() {
    let cases: [(String, String?, String?)] = [
      ("Bearer abc", "abc", nil), ("bearer abc", "abc", nil), ("Bearer", nil, nil), ("Basic YTpiOmM=", nil, "a|b:c"),
      ("Basic YWJj", nil, nil), ("Basic ***", nil, nil), ("Digest abc", nil, nil),
    ]
    for (value, bearer, basic) in cases {
      let request = SandboxRequest("GET", "/", headers: ["authorization": value])
      #expect(request.bearerToken == bearer, "\(value)")
      #expect(request.basicCredentials.map { "\($0.name)|\($0.password)" } == basic, "\(value)")
    }
  }

  @Test func mounts() {
    let mounts = ["/turnkey", "/turnkey-proxy", "/backend/hawcx", "/backend"]
    let cases: [(String, String?)] = [
      ("/turnkey", "/turnkey"), ("/turnkey/public", "/turnkey"), ("/turnkey-proxy/v1", "/turnkey-proxy"),
      ("/turnkeys", nil), ("/backend/hawcx/exchange", "/backend/hawcx"), ("/backend/me", "/backend"), ("/", nil),
    ]
    for (path, mount) in cases { #expect(SandboxState.mount(in: mounts, of: path) == mount, "\(path)") }
    let mounted = SandboxRequest("GET", "/turnkey").mounted(at: "/turnkey", path: "/turnkey")
    #expect(mounted.route == "/")
  }

  @Test func relyingPartyOriginsNameLocalhost() throws {
    let sandbox = try Sandbox(baseURL: "http://127.0.0.1:8080")
    #expect(sandbox.webOrigin == "http://localhost:8080")
    #expect(try Sandbox(baseURL: "https://127.0.0.1").webOrigin == "https://localhost")
  }
}
