import AuthCore
import AuthSandboxKit

/// The response to an authorisation request: a redirect to the client, or a form that the browser posts to it.
struct OIDCAuthorizationResponse: Sendable {
  let redirectURI: String
  let mode: OIDCAuthorizationRequest.ResponseMode
  let state: String?
  let fields: [(name: String, value: String)]

  init(
    redirectURI: String, mode: OIDCAuthorizationRequest.ResponseMode, state: String?,
    fields: [(name: String, value: String)]
  ) {
    self.redirectURI = redirectURI
    self.mode = mode
    self.state = state
    self.fields = fields
  }

  init(_ request: OIDCAuthorizationRequest, _ fields: [(name: String, value: String)]) {
    self.init(
      redirectURI: request.redirectURI, mode: request.responseMode, state: request.state, fields: fields)
  }

  /// The response, with `state` and `iss` (RFC 9207 §2).
  func response(_ world: SandboxWorld, note: String? = nil) -> SandboxResponse {
    let tampering = world.oidcPolicy.tampering
    var fields = fields
    if let state { fields.append(("state", tampering.contains(.state) ? state + "x" : state)) }
    if !tampering.contains(.noCallbackIssuer) {
      fields.append(("iss", world.oidcIssuer + (tampering.contains(.callbackIssuer) ? "/other" : "")))
    }
    switch mode {
    case .query:
      return SandboxResponse(
        status: 302,
        headers: [
          "Location": OIDCRedirectURI.adding(fields, to: redirectURI), "Cache-Control": "no-store",
          "Referrer-Policy": "no-referrer",
        ], note: note)
    case .form: return OIDCPages.formPost(redirectURI, fields, note: note)
    }
  }
}
