import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// `GET /authorize`: begins a hosted sign-in, and redirects the browser to the login page (H67). The page starts a
  /// flow with the session in its URL (H22).
  mutating func authorize(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    guard Set(request.query.map(\.name)).count == request.query.count else {
      return Self.refusal("invalid_request", "A parameter is repeated. Send each parameter once.")
    }
    let policy = world.hawcxPolicy
    guard let client = request.queryValue("client_id"), isKnown(client) else {
      return Self.refusal(
        "invalid_client",
        "client_id is missing or is not a client of this project. Send an id from the sandbox's descriptor.")
    }
    guard let redirect = request.queryValue("redirect_uri"), Self.isRegistered(redirect, policy) else {
      return Self.refusal(
        "invalid_request",
        "redirect_uri is not registered. Use an http URL on loopback without a fragment, or add the URL to the policy "
          + "redirect_uris.")
    }
    let accepted = HawcxAuthorizationRequest(
      clientID: client, redirectURI: redirect, state: request.queryValue("state"),
      codeChallenge: request.queryValue("code_challenge") ?? "", nonce: request.queryValue("nonce"),
      expires: world.now.addingTimeInterval(HawcxAuthorizationRequest.lifetime))
    if let fault = fault(request) {
      return Self.redirect(
        accepted.location([(name: "error", value: fault.error), (name: "error_description", value: fault.description)]))
    }
    let session = world.random.token(byteCount: 32)
    hostedSessions = hostedSessions.filter { world.now < $0.value.request.expires }
    hostedSessions[session] = HawcxPendingAuthorization(request: accepted)
    let page = policy.loginPage ?? world.baseURL + "/hawcx" + Self.loginRoute
    let fields = [
      (name: "op", value: session), (name: "client_id", value: client),
      (name: "sdk_config_id", value: project.configID),
    ]
    return Self.redirect(page + (page.contains("?") ? "&" : "?") + PercentEncoding.encodeForm(fields))
  }

  /// `GET /authorize/resume`: redirects to the relying party, with a code if the session's flow is complete (H68),
  /// otherwise with the error `login_required`.
  mutating func resumeAuthorization(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    guard let session = request.queryValue("op"), let hosted = hostedSessions[session],
      world.now < hosted.request.expires
    else {
      return Self.refusal("invalid_request", "op does not name a sign-in in progress. Start again at /authorize.")
    }
    let accepted = hosted.request
    guard request.queryValue("client_id") == accepted.clientID else {
      return Self.refusal(
        "invalid_request", "client_id is not the client that began this sign-in. Send the client_id of that client.")
    }
    guard var code = hosted.code else {
      return Self.redirect(
        accepted.location([
          (name: "error", value: "login_required"),
          (name: "error_description", value: "The user has not signed in yet. Finish the sign-in before you resume."),
        ]))
    }
    hostedSessions[session] = nil
    code.expires = world.now.addingTimeInterval(HawcxAuthorizationCode.lifetime)
    let text = world.random.token(byteCount: 32)
    codes[text] = code
    return Self.redirect(accepted.location([(name: "code", value: text)]))
  }

  /// Called when a flow is complete. If the flow belongs to a hosted sign-in, the next `/authorize/resume` issues its
  /// code, and later ones do not.
  mutating func finishHosted(_ flow: HawcxFlow, _ code: HawcxAuthorizationCode) {
    guard let session = flow.hostedSession, let accepted = hostedSessions[session]?.request else { return }
    hostedSessions[session]?.code = HawcxAuthorizationCode(
      subject: code.subject, codeChallenge: accepted.codeChallenge, expires: code.expires,
      authenticatedAt: code.authenticatedAt, methods: code.methods, isDeviceTrusted: code.isDeviceTrusted,
      request: accepted)
  }

  private func isKnown(_ client: String) -> Bool {
    client == project.clientID || client == project.confidentialClientID
  }

  /// The first fault of a request whose client and redirect URI are valid; nil if it has no fault. A fault is
  /// reported to the redirect URI (RFC 6749 §4.1.2.1).
  private func fault(_ request: SandboxRequest) -> HawcxTokenFailure? {
    guard request.queryValue("response_type") == "code" else {
      return HawcxTokenFailure(error: "unsupported_response_type", description: "response_type must be code.")
    }
    guard request.queryValue("scope")?.split(separator: " ").contains("openid") == true else {
      return HawcxTokenFailure(error: "invalid_scope", description: "scope must contain openid.")
    }
    guard request.queryValue("code_challenge_method") == "S256",
      request.queryValue("code_challenge").flatMap({ Base64URL.decode($0) })?.count == 32
    else { return HawcxTokenFailure(error: "invalid_request", description: "An S256 code_challenge is required.") }
    guard request.queryValue("sdk_config_id").map({ $0 == project.configID }) ?? true else {
      return HawcxTokenFailure(
        error: "invalid_request", description: "sdk_config_id must be the configId of the sandbox's descriptor.")
    }
    return nil
  }

  /// Whether a redirect URI is in the policy's `redirect_uris`, or is an `http` URL on loopback without a fragment.
  private static func isRegistered(_ uri: String, _ policy: HawcxPolicy) -> Bool {
    if policy.redirectURIs.contains(uri) { return true }
    guard let origin = Origin(uri), !uri.contains("#") else { return false }
    return origin.scheme == "http" && ["localhost", "127.0.0.1", "[::1]"].contains(origin.host)
  }

  private static func redirect(_ location: String) -> SandboxResponse {
    SandboxResponse(status: 302, headers: ["Location": location, "Cache-Control": "no-store"])
  }

  private static func refusal(_ error: String, _ description: String) -> SandboxResponse {
    .json(["error": .string(error), "error_description": .string(description)], status: 400, note: error)
  }
}
