package import AuthCore
import AuthPasskey
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Privy-style servers: the client API below `/privy/api/v1` and the server API below `/privy/v1`, for one app.
///
/// The numbers in comments refer to the facts in `Documentation/Protocols/Privy.md`.
package struct PrivyVendor: SandboxVendor {
  package let name = "privy"
  package let mounts = ["/privy"]

  let app: PrivyApp
  let tokens: PrivyTokenSigner
  var directory = PrivyDirectory()
  var sessions = PrivySessions()
  var codes = PrivyCodes()
  /// The codes of second factors, by user and contact.
  var factorCodes = PrivyCodes()
  var visits = PrivySingleUse<PrivyPageVisit>()
  var pageCodes = PrivySingleUse<PrivyPageVisit>()
  /// Nonces, each with the address for which it was issued.
  var nonces = PrivySingleUse<String>()
  var challenges = PrivySingleUse<PrivyCeremony>()
  /// The registered passkeys, by the credential ID in base64url.
  var passkeys: [String: RegisteredPasskey] = [:]
  /// The linked accounts in a session's last identity token, by session id.
  var identified: [String: JSONValue] = [:]
  /// Sign-ins through the system of an Apple device, without a page, by their state.
  var nativeVisits = PrivySingleUse<PrivyPageVisit>()
  /// The sessions in which a second factor was proved without a token, each with the expiry of the proof.
  var provedSessions: [String: Int64] = [:]
  var wallets = PrivyWallets()
  var signingKeys = PrivySigningKeys()
  /// The public keys of each key quorum, SPKIs in base64.
  var keyQuorums: [String: [String]] = [:]
  var transfers = PrivySingleUse<PrivyTransfer>()
  /// The open channels to Farcaster apps, by their tokens.
  var farcasterChannels: [String: PrivyFarcasterChannel] = [:]
  /// The rules that map the app's own JWTs to the current users.
  var registration = PrivyTokenRules()

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    app = PrivyApp(keyring: &keyring, random: random)
    tokens = try PrivyTokenSigner(keyring: &keyring, appID: app.id)
  }

  package func descriptor(baseURL: String) -> JSONObject {
    [
      "authBaseURL": .string(baseURL + "/privy"), "apiBaseURL": .string(baseURL + "/privy"),
      "appId": .string(app.id), "appClientId": .string(app.clientID), "appSecret": .string(app.secret),
      "telegramBotToken": .string(app.telegramBotToken),
      "idpTokenURL": .string(baseURL + "/sandbox/idp/token"), "idpJwksURL": .string(baseURL + "/sandbox/idp/jwks.json"),
    ]
  }

  package var usesAppBackend: Bool { true }

  package func configuration(baseURL: String) -> JSONObject {
    [
      "appId": .string(app.id), "appClientId": .string(app.clientID), "authBaseURL": .string(baseURL + "/privy"),
      "apiBaseURL": .string(baseURL + "/privy"),
    ]
  }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    var response: SandboxResponse
    do throws(PrivyFailure) {
      response = try route(request, &world)
    } catch {
      response = error.response
    }
    response.headers["x-request-id"] = world.random.uuid()
    return response
  }

  package func keySetQuery(for request: SandboxRequest) -> KeySetQuery? {
    guard request.method == "POST", let body = request.jsonObject else { return nil }
    switch request.route {
    case "/api/v1/custom_jwt_account/authenticate", "/api/v1/custom_jwt_account/link":
      return body["token"]?.stringValue.flatMap { registration.keySetQuery(for: $0) }
    case "/api/v1/wallets/authenticate", "/v1/wallets/authenticate":
      guard let token = body["user_jwt"]?.stringValue, tokens.claims(of: token, audience: app.id) == nil,
        tokens.claims(of: token, audience: PrivyTokenSigner.vendorAudience) == nil
      else { return nil }
      return registration.keySetQuery(for: token)
    default: return nil
    }
  }

  package mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject? {
    guard let token = request.bearerToken, let claims = tokens.claims(of: token, audience: app.id),
      claims.expiry > world.unixTime, let session = sessions.live(claims.session), session.user == claims.subject
    else { return nil }
    var who: JSONObject = ["subject": .string(session.user), "sessionID": .string(session.id)]
    who["identifier"] = directory.user(session.user)?.email.map { .string($0) }
    who["expiresAt"] = .string(ISO8601.encode(Date(timeIntervalSince1970: Double(claims.expiry))))
    return who
  }

  package mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int {
    switch target {
    case .subject(let user): sessions.revoke { $0.user == user }
    case .session(let id): sessions.revoke { $0.id == id }
    }
  }

  package mutating func deleteUser(_ subject: String) -> Bool {
    guard directory.delete(subject) else { return false }
    _ = sessions.revoke { $0.user == subject }
    return true
  }

  package mutating func policyDidChange(world: inout SandboxWorld) {
    let wanted = PrivyTokenRules(policy: world.policy(name))
    if wanted.mapsUsersLike(registration) || directory.isEmpty {
      registration = wanted
    } else {
      // With another claim or issuer, known users would get new accounts, so the rules do not change.
      world.changePolicy(name, ["customAuth": registration.json])
    }
  }

  package mutating func reset(world: inout SandboxWorld) {
    directory = PrivyDirectory()
    sessions = PrivySessions()
    codes = PrivyCodes()
    factorCodes = PrivyCodes()
    visits = PrivySingleUse()
    pageCodes = PrivySingleUse()
    nonces = PrivySingleUse()
    challenges = PrivySingleUse()
    passkeys = [:]
    nativeVisits = PrivySingleUse()
    provedSessions = [:]
    identified = [:]
    wallets = PrivyWallets()
    signingKeys = PrivySigningKeys()
    keyQuorums = [:]
    transfers = PrivySingleUse()
    farcasterChannels = [:]
    registration = PrivyTokenRules()
  }

  private mutating func route(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let path = request.route
    if request.method == "GET", path == "/oauth/page" { return visitPage(request, world) }
    if request.method == "GET", path == Self.farcasterPage { return try visitFarcasterPage(request, world) }
    if let id = path.between("/v1/apps/", "/jwks.json") ?? path.between("/api/v1/apps/", "/jwks.json") {
      guard request.method == "GET", id == app.id else { throw .notFound }
      return .json(tokens.jwks)
    }
    if path.hasPrefix("/api/v1/") {
      try app.check(request, nativeAppIDs: world.policy(name)["nativeAppIds"])
      return try client(request, String(path.dropFirst("/api/v1/".count)), &world)
    }
    if path.hasPrefix("/v1/") {
      try app.checkSecret(request)
      return try server(request, String(path.dropFirst("/v1/".count)), &world)
    }
    throw .missingRoute
  }

  private mutating func client(
    _ request: SandboxRequest, _ path: String, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    try PrivySchema.check(path, request)
    if let answer = try userRoute(request, path, world) { return answer }
    switch (request.method, path) {
    case ("POST", "sessions"): return try refresh(request, &world)
    case ("POST", "sessions/logout"): return try logOut(request, world)
    case ("POST", "passkeys/register"): return try registerWithPasskey(request, &world)
    case ("GET", "apps/" + app.id): return .json(settings(world))
    case ("GET", "farcaster/status"): return try farcasterStatus(request, world)
    default: break
    }
    if path == "wallets" || path.hasPrefix("wallets/") { return try userWallets(request, path, &world) }
    if request.method == "GET", path == "apps/\(app.id)/smart_wallets" { return .json(["enabled": false]) }
    if request.method == "GET", path == "apps/\(app.id)/cross-app/connections" { return .json(["connections": []]) }
    guard request.method == "POST" else { throw .missingRoute }
    if let ceremony = path.between("passkeys/", "/init") {
      guard ["authenticate", "register", "link"].contains(ceremony) else { throw .missingRoute }
      return try beginCeremony(ceremony, request, world)
    }
    for family in ["mfa/", "mfa_auth/"] where path.hasPrefix(family) {
      return try secondFactor(
        request, String(path.dropFirst(family.count)), givesToken: family == "mfa/", &world)
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let way = PrivyWay(rawValue: parts[0]) else { throw .missingRoute }
    if parts[1] != "unlink" { try checkAllowed(way, world) }
    switch parts[1] {
    case "init": return try begin(way, request, &world)
    case "authenticate": return try authenticate(by: way, request, &world)
    case "link": return try link(by: way, request, &world)
    case "update": return try update(by: way, request, &world)
    case "transfer": return try transfer(by: way, request, world)
    case "unlink": return try unlink(by: way, request, world)
    default: throw .missingRoute
    }
  }
}
