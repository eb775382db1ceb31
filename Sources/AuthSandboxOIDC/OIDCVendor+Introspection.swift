import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// `POST /introspect` (RFC 7662 §2), for clients with a credential.
  mutating func introspect(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let parameters = try OIDCParameters(form: request)
    let client = try authenticate(request, parameters, world)
    guard !client.isPublic else { throw .invalidClient(isBasic: false) }
    let text = try parameters.required("token")
    let time = world.unixTime
    guard let token = tokens.token(text, .access, at: time) ?? tokens.token(text, .refresh, at: time),
      token.spentAt == nil, isKnown(token.grant.authentication)
    else { return SandboxResponse.json(["active": false]).withoutStorage }
    var answer: JSONObject = ["active": true]
    for member in token.claims(issuer: world.oidcIssuer).members { answer[member.name] = member.value }
    if token.kind == .access {
      answer["token_type"] = token.thumbprint == nil ? "Bearer" : "DPoP"
    } else {
      answer["aud"] = Optional<JSONValue>.none
    }
    answer["username"] = users.user(token.subject).map { .string($0.identifier) }
    return SandboxResponse.json(.object(answer)).withoutStorage
  }
}
