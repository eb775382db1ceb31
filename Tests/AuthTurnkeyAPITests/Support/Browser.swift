import AuthCore
import AuthSandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A browser with a user who signs in at the sandbox's identity system.
struct Browser {
  private let sandbox: Sandbox

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  /// The callback of a page on which the user agrees.
  func visit(_ url: URL) throws(AuthError) -> URL {
    let fields = fields(of: url)
    let token = try token(nonce: fields["nonce"] ?? "").revealText()
    return try callback("id_token=\(token)&state=\(fields["state"] ?? "")")
  }

  /// The callback of a page on which the user refuses.
  func refuse(_ url: URL) throws(AuthError) -> URL {
    try callback("error=access_denied&state=\(fields(of: url)["state"] ?? "")")
  }

  /// A token of the identity system.
  func token(nonce: String) throws(AuthError) -> Secret {
    let body: JSONValue = [
      "sub": "jane", "alg": "ES256", "ttl": 600, "aud": "web", "claims": ["nonce": .string(nonce)],
    ]
    let answer = sandbox.handle(
      SandboxRequest(
        "POST", "/sandbox/idp/token", headers: ["Content-Type": "application/json"], body: body.serialized))
    return try TransportResponse(status: answer.status, body: answer.body).json().requiredSecret("token")
  }

  private func fields(of url: URL) -> [String: String] {
    let fields = PercentEncoding.decodeForm(url.absoluteString.drop { $0 != "?" }.dropFirst()) ?? []
    return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func callback(_ query: String) throws(AuthError) -> URL {
    guard let url = URL(string: "app://?" + query) else { throw AuthError(.internalError, "no URL") }
    return url
  }
}
