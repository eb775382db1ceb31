import AuthCore
import AuthCrypto
import AuthSandboxKit

extension OIDCVendor {
  /// `POST /token` (RFC 6749 §3.2).
  mutating func token(_ request: SandboxRequest, _ world: SandboxWorld) throws(OIDCFailure) -> SandboxResponse {
    let parameters = try OIDCParameters(form: request)
    let client = try authenticate(request, parameters, world)
    let grantType = try parameters.required("grant_type")
    guard OIDCRegisteredClient.allGrants.contains(grantType) else {
      throw OIDCFailure(
        error: "unsupported_grant_type", description: "grant_type must be one of the metadata's grant_types_supported.")
    }
    guard client.grantTypes.contains(grantType) else {
      throw .unauthorizedClient("The client is not registered for this grant_type. Add it to the client's grant_types.")
    }
    let thumbprint = try proof(request, token: nil, world)
    if thumbprint == nil, world.oidcPolicy.requiresDPoP || client.requiresDPoP {
      throw Self.invalidProof(
        "The request has no DPoP proof, which the issuer or the client's registration requires. Send the field DPoP.")
    }
    let answer =
      switch grantType {
      case "authorization_code": try redeemCode(parameters, client, thumbprint, world)
      case "refresh_token": try refresh(parameters, client, thumbprint, world)
      case OIDCRegisteredClient.deviceGrant: try redeemDevice(parameters, client, thumbprint, world)
      case "client_credentials": try clientCredentials(parameters, client, thumbprint, world)
      default: try exchangeToken(parameters, client, thumbprint, world)
      }
    var response = SandboxResponse.json(.object(answer)).withoutStorage
    response.headers["DPoP-Nonce"] = currentNonce(world)
    return response
  }

  /// Exchanges an authorisation code (RFC 6749 §4.1.3). A second use ends the grant of the first (§4.1.2).
  private mutating func redeemCode(
    _ parameters: OIDCParameters, _ client: OIDCRegisteredClient, _ thumbprint: String?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> JSONObject {
    let time = world.unixTime
    let text = try parameters.required("code")
    guard let code = codes.value(text, at: time), code.request.clientID == client.id else {
      throw .invalidGrant("The code is unknown, or was issued to another client. Sign in again.")
    }
    if let grant = code.grant {
      tokens.end(grant, at: time)
      throw .invalidGrant("The code was used before, so the tokens that it gave are revoked. Sign in again.")
    }
    guard time < code.expires else { throw .invalidGrant("The code has expired. Sign in again.") }
    guard parameters["redirect_uri"].hasSameBytes(as: code.request.redirectURI) else {
      throw .invalidGrant("redirect_uri must be the same as in the authorisation request.")
    }
    guard code.request.thumbprint == nil || code.request.thumbprint == thumbprint else {
      // RFC 9449 §10.
      throw .invalidGrant(
        "The code is bound to a key other than that of the DPoP proof. Sign the proof with the key "
          + "of dpop_jkt.")
    }
    try Self.checkVerifier(parameters, code.request)
    let resources = try Self.resources(parameters, within: code.request.resources)
    let grant = OIDCGrant(
      id: world.random.uuid(), clientID: client.id, subject: code.authentication.subject,
      authentication: code.authentication, scopes: code.request.scopes, resources: code.request.resources,
      nonce: code.request.nonce,
      thumbprint: client.isPublic ? thumbprint : nil)
    codes.change(text) { $0.grant = grant.id }
    return try issue(
      Issue(grant: grant, scopes: grant.scopes, resources: resources, thumbprint: thumbprint, hasNonce: true), client,
      world)
  }

  /// Checks `code_verifier` (RFC 7636 §4.6). A verifier without a challenge is refused, too (RFC 9700 §4.8.2).
  private static func checkVerifier(
    _ parameters: OIDCParameters, _ request: OIDCAuthorizationRequest
  ) throws(OIDCFailure) {
    switch (request.challenge, parameters["code_verifier"]) {
    case (nil, nil): return
    case (let challenge?, let verifier?) where PKCE.verify(verifier: verifier, challenge: challenge): return
    default:
      throw .invalidGrant(
        "code_verifier is missing, or does not match the code_challenge. Send the verifier of the "
          + "authorisation request.")
    }
  }

  /// The resources of a token request: some of those that were granted, if any were (RFC 8707 §2.2).
  static func resources(
    _ parameters: OIDCParameters, within granted: [String]
  ) throws(OIDCFailure) -> [String] {
    let resources = try OIDCAuthorizationRequest.resources(parameters)
    guard granted.isEmpty || Set(resources).isSubset(of: granted) else {
      throw .invalidTarget("resource must be one of those in the authorisation request.")
    }
    return resources
  }
}
