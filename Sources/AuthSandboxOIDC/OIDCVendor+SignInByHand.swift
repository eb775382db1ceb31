import AuthCore
import AuthCrypto
package import AuthSandboxKit

extension OIDCVendor {
  /// A sign-in by hand with an authorisation code and PKCE.
  package func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep? {
    let redirect = Self.consoleRedirect(world)
    if let error = progress.inputs["error"] {
      return .failed("The provider redirected with the error \(error): \(progress.inputs["error_description"] ?? "").")
    }
    guard let code = progress.inputs["code"] else {
      return .visit(title: "Open the provider’s page", url: authorizationURL(progress, redirect, world))
    }
    guard let tokens = progress["token"] else {
      let form = [
        (name: "grant_type", value: "authorization_code"), (name: "code", value: code),
        (name: "redirect_uri", value: redirect), (name: "code_verifier", value: Base64URL.encode(progress.seed)),
        (name: "client_id", value: clients.publicID),
      ]
      return .send(
        name: "token",
        SandboxRequest(
          "POST", "/oidc/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Array(PercentEncoding.encodeForm(form).utf8)))
    }
    guard let user = progress["userinfo"] else {
      let token = tokens["access_token"]?.stringValue ?? ""
      return .send(
        name: "userinfo", SandboxRequest("GET", "/oidc/userinfo", headers: ["Authorization": "Bearer " + token]))
    }
    return .finished("Signed in as \(user["email"]?.stringValue ?? user["sub"]?.stringValue ?? "a user").")
  }

  /// The redirect URI of the sandbox's own page, which the public client may use.
  static func consoleRedirect(_ world: SandboxWorld) -> String { world.baseURL + "/sign-in/oidc" }

  private func authorizationURL(
    _ progress: SandboxSignInProgress, _ redirect: String, _ world: SandboxWorld
  ) -> String {
    let verifier = Base64URL.encode(progress.seed)
    let challenge = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    let fields = [
      (name: "response_type", value: "code"), (name: "client_id", value: clients.publicID),
      (name: "redirect_uri", value: redirect), (name: "scope", value: "openid email offline_access"),
      (name: "state", value: progress.state), (name: "nonce", value: progress.state),
      (name: "code_challenge", value: challenge), (name: "code_challenge_method", value: "S256"),
    ]
    return world.baseURL + "/oidc/authorize?" + PercentEncoding.encodeForm(fields)
  }
}
