import AuthCore
import AuthSandboxKit

/// The identity system of the app that the sandbox serves: it issues a token for the user who typed an identifier.
final class SandboxIdentity: TokenProvider {
  private let sandbox: Sandbox
  private let typed = Locked("")

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  /// What the user typed as the identifier; empty before that.
  var user: String {
    get { typed.withLock { $0 } }
    set { typed.withLock { $0 = newValue } }
  }

  /// - Throws: `TokenProviderUnavailable` for any other token; the errors of the response's JSON.
  func token(for request: TokenRequest) async throws -> Secret? {
    // Every other token comes from the app's backend, which the configuration names.
    guard request.purpose == .appIdentity else {
      throw TokenProviderUnavailable("only the identity token has this source")
    }
    let user = user.isEmpty ? "jane@example.com" : user
    let response = sandbox.handle(
      SandboxRequest("POST", "/sandbox/idp/token", json: ["sub": .string(user), "ttl": 3600]))
    return Secret(try JSONValue(parsing: response.body).requiredString("token"))
  }
}
