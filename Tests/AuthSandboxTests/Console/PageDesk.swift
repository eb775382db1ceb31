import AuthCore
import AuthSandbox

@testable import AuthSandboxKit

/// A browser of the sandbox's pages: it reads pages, and posts their forms with the pages' token.
struct PageDesk {
  let sandbox: Sandbox

  func show(_ path: String) -> String {
    String(decoding: sandbox.handle(SandboxRequest("GET", path)).body, as: UTF8.self)
  }

  /// The token of this run's pages.
  var token: String { sandbox.handle(SandboxRequest("GET", "/controls")).hiddenValue("token") ?? "" }

  func post(
    _ path: String, _ fields: [(name: String, value: String)], token: String? = nil,
    origin: String? = "http://localhost"
  ) -> SandboxResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    headers["Origin"] = origin
    let form = [(name: "token", value: token ?? self.token)] + fields
    return sandbox.handle(
      SandboxRequest("POST", path, headers: headers, body: Array(PercentEncoding.encodeForm(form).utf8)))
  }
}
