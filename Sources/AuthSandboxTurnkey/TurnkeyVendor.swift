package import AuthCore
import AuthCrypto
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Turnkey-style servers: the stamped API below `/turnkey`, the auth proxy below `/turnkey-proxy`, and the
/// simulated social providers below `/turnkey-oauth`.
///
/// The numbers in comments refer to the facts in `Documentation/Protocols/Turnkey.md`; `Documentation/Sandbox.md` lists
/// the policies. If the policy `createUsers` is `false`, sign-ups through the proxy or the API are refused with 403.
/// Codes are still sent to every address, so that the response to a request for a code does not show which users exist.
package struct TurnkeyVendor: SandboxVendor {
  package let name = "turnkey"
  package let mounts = ["/turnkey", "/turnkey-proxy", "/turnkey-oauth"]

  let enclaves: TurnkeyEnclaves
  let rootKey: P256.Signing.PrivateKey
  let organizationID: String
  let rootUserID: String
  let proxyConfigID: String
  var directory: TurnkeyDirectory
  var otp = TurnkeyOTP()
  var activities = TurnkeyActivities()
  /// The verification tokens that were used. Each entry has the token's id and the use.
  var spentTokens: Set<String> = []
  /// The read-only sessions, by their token.
  var readOnlySessions: [String: (place: TurnkeyDirectory.Place, expires: Date)] = [:]
  /// The keys to which imports are encrypted, by organisation and user.
  var importKeys: [TurnkeyDirectory.Place: P256.KeyAgreement.PrivateKey] = [:]
  var oauth = TurnkeyOAuthCodes()
  /// The number of requests in the current second, by requester.
  var rates: [String: (second: Int64, count: Int64)] = [:]
  /// The transactions that were sent, by the id of their status.
  var sentTransactions: [String: TurnkeySentTransaction] = [:]
  /// The number of signing activities so far.
  var signatures: Int64 = 0

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    enclaves = try TurnkeyEnclaves(keyring: &keyring)
    rootKey = try keyring.signingKey("turnkey.apiKey")
    organizationID = keyring.entry("turnkey.organizationId") { random.uuid() }
    rootUserID = keyring.entry("turnkey.userId") { random.uuid() }
    proxyConfigID = keyring.entry("turnkey.authProxyConfigId") { random.uuid() }
    directory = TurnkeyDirectory(
      parent: TurnkeyOrganization(id: organizationID, name: "", parentID: nil, createdAt: .distantPast))
  }

  package func descriptor(baseURL: String) -> JSONObject {
    [
      "apiBaseURL": .string(baseURL + "/turnkey"), "authProxyURL": .string(baseURL + "/turnkey-proxy"),
      "authProxyConfigId": .string(proxyConfigID), "organizationId": .string(organizationID),
      "userId": .string(rootUserID),
      "apiPublicKey": .string(Hex.encode(rootKey.publicKey.compressedRepresentation)),
      "apiPrivateKey": .string(Hex.encode(rootKey.rawRepresentation)),
      "signerPublicKey": .string(TurnkeyEnclaves.publicHex(enclaves.signer)),
      "notarizerPublicKey": .string(TurnkeyEnclaves.publicHex(enclaves.notarizer)),
      "tlsFetcherPublicKey": .string(TurnkeyEnclaves.publicHex(enclaves.tlsFetcher)), "rpId": "localhost",
      "oauthURL": .string(baseURL + "/turnkey-oauth"),
    ]
  }

  package var usesAppBackend: Bool { true }

  package func configuration(baseURL: String) -> JSONObject {
    [
      "organizationId": .string(organizationID), "apiBaseURL": .string(baseURL + "/turnkey"),
      "authProxyURL": .string(baseURL + "/turnkey-proxy"), "authProxyConfigId": .string(proxyConfigID),
      "rpId": "localhost",
      "keys": [
        "notarizer": .string(TurnkeyEnclaves.publicHex(enclaves.notarizer)),
        "tlsFetcher": .string(TurnkeyEnclaves.publicHex(enclaves.tlsFetcher)),
        "signer": .string(TurnkeyEnclaves.publicHex(enclaves.signer)),
      ],
      "oauth": oauthConfiguration(baseURL: baseURL + "/turnkey-oauth"),
    ]
  }

  /// The block `oauth`: the simulated social providers, which replace the vendor's pages and the providers' own.
  private func oauthConfiguration(baseURL: String) -> JSONValue {
    var block: JSONObject = [
      "originURL": .string(baseURL), "redirectPageURL": .string(baseURL + "/redirect"),
      "google": ["clientId": "sandbox-google"], "apple": ["clientId": "sandbox-apple"],
    ]
    for provider in ["x", "discord", "facebook"] {
      var client: JSONObject = ["clientId": .string("sandbox-" + provider)]
      // The client reaches Facebook's page through the vendor's page, but exchanges the code at Facebook (T3, T26).
      if provider == "facebook" {
        client["tokenURL"] = .string(baseURL + "/facebook/token")
      } else {
        client["authorizeURL"] = .string("\(baseURL)/\(provider)/authorize")
      }
      block[provider] = .object(client)
    }
    return .object(block)
  }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    if let refusal = refusalAtGateway(request, world) { return refusal }
    switch request.mount {
    case "/turnkey-proxy": return proxy(request, &world)
    case "/turnkey-oauth": return authorize(request, world)
    default:
      do throws(TurnkeyFailure) {
        return try api(request, &world)
      } catch {
        return error.response
      }
    }
  }

  private mutating func api(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> SandboxResponse {
    guard request.method == "POST" else { throw .unserved("this route; the vendor may") }
    var response: SandboxResponse
    let rate = try rate(request, world)
    if let query = request.route.between("/public/v1/query/", "") {
      response = .json(try answer(query, request, world))
    } else if let submission = request.route.between("/public/v1/submit/", "") {
      response = .json(try submit(submission, request, &world))
    } else {
      throw .unserved("this route; the vendor may")
    }
    for field in rate { response.headers[field.name] = field.value }
    return response
  }

  /// Applies the policy `requestsPerSecond` to the request's organisation, and returns the headers for the limit.
  /// Returns no headers without the policy (T56).
  private mutating func rate(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> [(name: String, value: String)] {
    guard let limit = world.policy(name)["requestsPerSecond"]?.integerValue else { return [] }
    let count = countRequest(of: request.jsonObject?["organizationId"]?.stringValue ?? "", world)
    guard count <= limit else { throw .tooManyRequests(limit: limit) }
    return [("ratelimit-limit", String(limit)), ("ratelimit-remaining", String(limit - count))]
  }

  /// Identifies the user of a session's JWT, sent as a bearer token. A stamp is not accepted: it covers only the body,
  /// and the body of every `GET` is empty, so any server that receives such a stamp could use it elsewhere.
  package mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject? {
    guard let token = request.bearerToken, let claims = enclaves.sessionClaims(of: token),
      let expiry = claims["exp"]?.integerValue, expiry > world.unixTime,
      let key = claims["public_key"]?.stringValue, let user = claims["user_id"]?.stringValue,
      let place = directory.holders(of: key).first(where: { $0.user == user })
    else { return nil }
    return who(place, key: key)
  }

  private func who(_ place: TurnkeyDirectory.Place, key: String) -> JSONObject? {
    guard let user = directory.user(place), let apiKey = directory.key(key, of: place) else { return nil }
    var who: JSONObject = ["subject": .string(user.id), "organizationId": .string(place.organization)]
    who["identifier"] = (user.email ?? user.phone).map { .string($0) }
    who["sessionID"] = .string(apiKey.id)
    who["expiresAt"] = apiKey.expires.map { .string(ISO8601.encode($0)) }
    return who
  }

  /// Deletes the organisation of a user, with the wallets in it. Returns false if no organisation has the user.
  package mutating func deleteUser(_ subject: String) -> Bool {
    guard let place = directory.places(where: { $1.id == subject }).first else { return false }
    directory.removeOrganization(place.organization)
    return true
  }

  /// Ends all sessions of a user, or one session, which is named by the id of its key, by its public key or by its JWT.
  /// Returns how many keys were removed. Read-only sessions, and sessions of users of the app's own organisation, are
  /// not ended.
  package mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int {
    let places: [TurnkeyDirectory.Place]
    var wanted: String?
    switch target {
    case .subject(let id): places = directory.places { $1.id == id }
    case .session(let text):
      wanted = enclaves.sessionClaims(of: text)?["public_key"]?.stringValue ?? text
      places = directory.places { _, user in user.apiKeys.contains { $0.id == wanted || $0.publicKey == wanted } }
    }
    var count = 0
    for place in places {
      directory.change(place) { user in
        let before = user.apiKeys.count
        user.apiKeys.removeAll {
          $0.origin != .registration && (wanted == nil || $0.id == wanted || $0.publicKey == wanted)
        }
        count += before - user.apiKeys.count
      }
    }
    return count
  }

  /// Approves or rejects the activity with the given id. Returns `false` unless the activity waits for consensus or
  /// another factor.
  package mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool {
    guard case .challenge(let id) = approval.target, let activity = activities.activity(id),
      activity.isWaiting
    else { return false }
    settle(activity, isApproved: approval.isApproved, &world)
    return true
  }

  package mutating func reset(world: inout SandboxWorld) {
    let now = world.now
    let key = TurnkeyAPIKey(
      id: world.random.uuid(), name: "sandbox", publicKey: Hex.encode(rootKey.publicKey.compressedRepresentation),
      verifier: .p256(rootKey.publicKey), origin: .registration, createdAt: now, lifetime: nil)
    var root = TurnkeyUser(id: rootUserID, name: "Sandbox root", createdAt: now, updatedAt: now)
    root.apiKeys = [key]
    directory = TurnkeyDirectory(
      parent: TurnkeyOrganization(
        id: organizationID, name: "Latchkey sandbox", parentID: nil, users: [root], createdAt: now))
    otp = TurnkeyOTP()
    activities = TurnkeyActivities()
    spentTokens = []
    readOnlySessions = [:]
    importKeys = [:]
    oauth = TurnkeyOAuthCodes()
    rates = [:]
    sentTransactions = [:]
    signatures = 0
  }
}
