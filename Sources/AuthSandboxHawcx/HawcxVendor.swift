package import AuthCore
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Hawcx-style servers: the flow at `/v1/auth`, hosted sign-ins at `/authorize`, the token endpoint with its
/// discovery document and keys, the management API, and the routes of the app's backend that use them.
package struct HawcxVendor: SandboxVendor {
  package let name = "hawcx"
  package let mounts = ["/hawcx", "/backend/hawcx"]

  let project: HawcxProject
  var users = HawcxUsers()
  var flows: [String: HawcxFlow] = [:]
  var replays = HawcxReplays()
  var codes: [String: HawcxAuthorizationCode] = [:]
  /// The hosted sign-ins in progress, by session.
  var hostedSessions: [String: HawcxPendingAuthorization] = [:]
  /// The codes of the vendor's earlier sign-in, by session.
  var legacyCodes: [String: HawcxOneTimeCode] = [:]
  /// The `jti` of the assertions and receipts that were used, each with the time until which it is kept.
  var assertions: [String: Int64] = [:]

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    project = try HawcxProject(keyring: &keyring, random: random)
  }

  package func descriptor(baseURL: String) -> JSONObject {
    let base = JSONValue.string(baseURL + "/hawcx")
    return [
      "baseURL": base, "issuer": base, "configId": .string(project.configID), "clientId": .string(project.clientID),
      "confidentialClient": [
        "clientId": .string(project.confidentialClientID), "keyId": .string(project.confidentialKeyID),
        "privateKeyPEM": .string(project.confidentialKeyPEM),
      ],
    ]
  }

  package var usesAppBackend: Bool { true }

  package func configuration(baseURL: String) -> JSONObject {
    [
      "baseURL": .string(baseURL + "/hawcx"), "configId": .string(project.configID),
      "clientId": .string(project.clientID), "methodSelection": "automatic",
    ]
  }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    var response = route(request, world: &world)
    if request.mount == "/hawcx" {
      // The ids that the server gives to a request (H7).
      response.headers["X-Request-Id"] = "req_" + Hex.encode(world.random.bytes(8))
      response.headers["X-Kong-Request-Id"] = Hex.encode(world.random.bytes(16))
    }
    return response
  }

  private mutating func route(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    let issuer = world.baseURL + "/hawcx"
    switch (request.mount, request.method, request.route) {
    case ("/backend/hawcx", "POST", "/exchange"): return backendExchange(request, world: &world)
    case ("/backend/hawcx", "POST", "/step-up"): return backendStartToken(request, world: world)
    case ("/hawcx", "POST", "/v1/auth"): return authenticate(request, world: &world)
    case ("/backend/hawcx", "POST", "/step-up/finish"): return backendFinish(request, world: world)
    case ("/hawcx", "POST", let route) where route.hasPrefix("/v1/management/"):
      return manage(request, issuer: issuer, world: world)
    case ("/hawcx", "POST", let route) where route.hasPrefix("/hc_auth/v5/mfa/"):
      return legacy(request, world: &world)
    case ("/hawcx", "POST", "/oauth2/token"): return token(request, issuer: issuer, world: world)
    case ("/hawcx", "GET", "/.well-known/openid-configuration"): return .json(project.discovery(issuer: issuer))
    case ("/hawcx", "GET", "/.well-known/jwks.json"): return .json(project.keySet)
    case ("/hawcx", "GET", "/authorize"): return authorize(request, world: world)
    case ("/hawcx", "GET", "/authorize/resume"): return resumeAuthorization(request, world: world)
    case ("/hawcx", "GET", Self.loginRoute), ("/hawcx", "POST", Self.loginRoute): return logIn(request, world: &world)
    case ("/hawcx", "GET", "/sandbox/redirect"): return visitIdentityProvider(request, world: world)
    default: return .missingRoute(request)
    }
  }

  package mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool {
    for (id, flow) in flows {
      guard case .awaitApproval(var waiting) = flow.step, waiting.isApproved == nil, world.now < waiting.expires else {
        continue
      }
      guard approval.target == .session(id) || approval.target == .challenge(waiting.id) else { continue }
      waiting.isApproved = approval.isApproved
      flows[id]?.step = .awaitApproval(waiting)
      return true
    }
    return false
  }

  package mutating func reset(world: inout SandboxWorld) {
    users = HawcxUsers()
    flows = [:]
    replays = HawcxReplays()
    codes = [:]
    hostedSessions = [:]
    legacyCodes = [:]
    assertions = [:]
  }
}
