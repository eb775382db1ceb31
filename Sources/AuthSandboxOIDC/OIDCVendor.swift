package import AuthCore
import AuthCrypto
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An OpenID provider, which is also an OAuth 2.0 authorisation server: its pages and endpoints below `/oidc`. It was
/// written from the RFCs and the specifications of the OpenID Foundation, which the comments name.
package struct OIDCVendor: SandboxVendor {
  package let name = "oidc"
  /// The second one is where RFC 8414 §3.1 puts the metadata of an issuer with a path.
  package let mounts = ["/oidc", Self.metadataMount]
  private static let metadataMount = "/.well-known/oauth-authorization-server/oidc"

  let keys: OIDCSigningKeys
  var clients: OIDCRegisteredClients
  var users = OIDCEndUsers()
  var logins = OIDCBrowserSessions()
  var interactions = OIDCExpiringValues<OIDCInteraction>()
  var codes = OIDCExpiringValues<OIDCAuthorizationCode>()
  var tokens = OIDCIssuedTokens()
  var devices = OIDCExpiringValues<OIDCDeviceAuthorization>()
  /// The requests to sign out that wait for the user's confirmation.
  var logouts = OIDCExpiringValues<LogoutRequest>()
  var notices = OIDCLogoutMessages()
  /// The pushed authorisation requests, by their URIs.
  var pushed = OIDCExpiringValues<Pushed>()
  /// The DPoP proofs that were accepted.
  var proofs = OIDCExpiringValues<Bool>()
  let nonceKey: SymmetricKey
  /// The `jti` of clients' assertions that were used.
  var assertions = OIDCExpiringValues<Bool>()
  /// The id of the sign-in whose page was shown last.
  var newestInteraction: String?

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    keys = try OIDCSigningKeys(keyring: &keyring)
    clients = try OIDCRegisteredClients(keyring: &keyring, random: random)
    let key = keyring.entry("oidc.nonceKey") { Hex.encode(random.bytes(32)) }
    nonceKey = SymmetricKey(data: Array(SHA256.hash(data: Array(key.utf8))))
  }

  package func descriptor(baseURL: String) -> JSONObject {
    [
      "issuer": .string(baseURL + "/oidc"),
      "secretClient": ["clientId": .string(clients.secretID), "clientSecret": .string(clients.secret)],
      "keyClient": [
        "clientId": .string(clients.keyID), "keyId": .string(clients.keyName),
        "privateKeyPEM": .string(clients.keyPEM),
      ],
      "clientId": .string(clients.publicID),
    ]
  }

  package func configuration(baseURL: String) -> JSONObject {
    [
      "issuer": .string(baseURL + "/oidc"), "clientId": .string(clients.publicID),
      "scopes": ["openid", "profile", "email", "offline_access"],
    ]
  }

  package mutating func prepareKeys() throws(AuthError) { try keys.prepare() }

  package func write(to keyring: inout SandboxKeyring) { keys.write(to: &keyring) }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    do throws(OIDCFailure) {
      return try route(request, &world)
    } catch {
      return error.response
    }
  }

  private mutating func route(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    if request.mount == Self.metadataMount {
      guard request.method == "GET", request.route == "/" else { return .missingRoute(request) }
      return .json(.object(metadata(world)))
    }
    switch (request.method, request.route) {
    case ("GET", "/.well-known/openid-configuration"), ("GET", "/.well-known/oauth-authorization-server"):
      return .json(.object(metadata(world)))
    case ("GET", "/jwks"):
      let isEmpty = world.oidcPolicy.tampering.contains(.noKeys)
      return .json(isEmpty ? ["keys": []] : try keys.published().json)
    case ("GET", "/authorize"), ("POST", "/authorize"): return authorize(request, &world)
    case ("POST", OIDCSignInPage.route): return interact(request, &world)
    case ("GET", OIDCPages.scriptRoute): return OIDCPages.script
    case ("POST", "/token"): return try token(request, world)
    case ("GET", "/userinfo"), ("POST", "/userinfo"): return try userInfo(request, world)
    case ("POST", "/device_authorization"): return try authorizeDevice(request, &world)
    case ("GET", OIDCDevicePage.route), ("POST", OIDCDevicePage.route): return devicePage(request, &world)
    case ("POST", "/par"): return try push(request, world)
    case ("GET", "/api/me"): return try protectedResource(request, world)
    case ("POST", "/introspect"): return try introspect(request, world)
    case ("POST", "/revoke"): return try revokeToken(request, world)
    case ("GET", Self.logoutRoute), ("POST", Self.logoutRoute): return logOut(request, world)
    case (_, let route) where route == Self.registrationRoute || route.hasPrefix(Self.registrationRoute + "/"):
      return try register(request, world)
    default: return .missingRoute(request)
    }
  }

  package mutating func reset(world: inout SandboxWorld) {
    clients.reset()
    users = OIDCEndUsers()
    logins = OIDCBrowserSessions()
    interactions = OIDCExpiringValues()
    codes = OIDCExpiringValues()
    tokens = OIDCIssuedTokens()
    devices = OIDCExpiringValues()
    logouts = OIDCExpiringValues()
    notices = OIDCLogoutMessages()
    pushed = OIDCExpiringValues()
    proofs = OIDCExpiringValues()
    assertions = OIDCExpiringValues()
    newestInteraction = nil
  }
}
