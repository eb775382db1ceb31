import AuthCore
import AuthSandboxKit

/// The response to an authorisation request: a redirect to the client, or a form that the browser posts to it.
struct OpenIDCallback: Sendable {
  let redirectURI: String
  let mode: OpenIDAuthorizationRequest.ResponseMode
  let state: String?
  let fields: [(name: String, value: String)]

  init(
    redirectURI: String, mode: OpenIDAuthorizationRequest.ResponseMode, state: String?,
    fields: [(name: String, value: String)]
  ) {
    self.redirectURI = redirectURI
    self.mode = mode
    self.state = state
    self.fields = fields
  }

  init(_ request: OpenIDAuthorizationRequest, _ fields: [(name: String, value: String)]) {
    self.init(
      redirectURI: request.redirectURI, mode: request.responseMode, state: request.state, fields: fields)
  }

  /// The response, with `state` and `iss` (RFC 9207 §2).
  func response(_ world: SandboxWorld, note: String? = nil) -> SandboxResponse {
    let tampering = world.openIDPolicy.tampering
    var fields = fields
    if let state { fields.append(("state", tampering.contains(.state) ? state + "x" : state)) }
    if !tampering.contains(.noCallbackIssuer) {
      fields.append(("iss", world.openIDIssuer + (tampering.contains(.callbackIssuer) ? "/other" : "")))
    }
    switch mode {
    case .query:
      return SandboxResponse(
        status: 302,
        headers: [
          "Location": OpenIDRedirectURI.adding(fields, to: redirectURI), "Cache-Control": "no-store",
          "Referrer-Policy": "no-referrer",
        ], note: note)
    case .form: return OpenIDPage.formPost(redirectURI, fields, note: note)
    }
  }
}
