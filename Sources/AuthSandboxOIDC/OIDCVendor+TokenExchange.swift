import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// A token exchange (RFC 8693 §2): an access token of this provider for another audience, with fewer scopes.
  mutating func exchangeToken(
    _ parameters: OIDCParameters, _ client: OIDCRegisteredClient, _ thumbprint: String?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> JSONObject {
    let type = "urn:ietf:params:oauth:token-type:access_token"
    guard parameters["requested_token_type"] ?? type == type else {
      throw .invalidRequest("requested_token_type must be \(type).")
    }
    let subject = try exchanged("subject_token", type, parameters, world)
    let actor =
      parameters["actor_token"] == nil ? nil : try exchanged("actor_token", type, parameters, world).subject
    let asked = parameters.words("scope")
    guard Set(asked).isSubset(of: subject.scopes) else {
      throw .invalidScope("scope contains a scope that the subject token does not have. Omit it.")
    }
    let targets = try OIDCAuthorizationRequest.resources(parameters) + parameters.all("audience")
    let grant = OIDCGrant(
      id: world.random.uuid(), clientID: client.id, subject: subject.subject,
      authentication: subject.grant.authentication,
      scopes: asked.isEmpty ? subject.scopes : asked, resources: targets.isEmpty ? subject.audiences : targets,
      nonce: nil, actor: actor)
    var answer = try issue(
      Issue(grant: grant, scopes: grant.scopes, thumbprint: thumbprint, hasRefresh: false), client, world)
    answer["issued_token_type"] = .string(type)
    answer["id_token"] = Optional<JSONValue>.none
    return answer
  }

  private func exchanged(
    _ name: String, _ type: String, _ parameters: OIDCParameters, _ world: SandboxWorld
  ) throws(OIDCFailure) -> OIDCIssuedToken {
    guard try parameters.required(name + "_type") == type else {
      throw .invalidRequest("\(name)_type must be \(type).")
    }
    guard let token = tokens.token(try parameters.required(name), .access, at: world.unixTime),
      isKnown(token.grant.authentication)
    else { throw .invalidRequest("\(name) is unknown, expired or revoked. Request a new token.") }
    return token
  }
}
