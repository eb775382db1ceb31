import AuthCore
package import AuthSandboxKit

extension PrivyVendor {
  /// A sign-in by hand with a code by e-mail.
  package func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep? {
    guard let address = progress.inputs["address"] else { return .addressForm }
    let email: JSONValue = .string(address)
    guard progress["init"] != nil else {
      return .send(name: "init", client("POST", "/privy/api/v1/passwordless/init", ["email": email]))
    }
    guard let code = progress.inputs["code"] else { return .codeForm(sentTo: address) }
    guard let session = progress["authenticate"] else {
      return .send(
        name: "authenticate",
        client("POST", "/privy/api/v1/passwordless/authenticate", ["email": email, "code": .string(code)]))
    }
    guard let user = progress["me"] else {
      return .send(
        name: "me", client("GET", "/privy/api/v1/users/me", nil, bearer: session["token"]?.stringValue))
    }
    return .finished("Signed in as \(user["user"]?["id"]?.stringValue ?? user["id"]?.stringValue ?? address).")
  }

  private func client(_ method: String, _ path: String, _ body: JSONValue?, bearer: String? = nil) -> SandboxRequest {
    var headers: HTTPHeaders = ["privy-app-id": app.id, "privy-client-id": app.clientID]
    headers["Authorization"] = bearer.map { "Bearer " + $0 }
    return body.map { SandboxRequest(method, path, json: $0, headers: headers) }
      ?? SandboxRequest(method, path, headers: headers)
  }
}
