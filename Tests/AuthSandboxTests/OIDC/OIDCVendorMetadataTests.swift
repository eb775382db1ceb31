import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The metadata, and the faults of the provider.
@Suite struct OIDCVendorMetadataTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  private static let openID = "/oidc/.well-known/openid-configuration"

  /// Every announced endpoint exists: only a missing route has status 501.
  @Test func everyAnnouncedEndpointExists() throws {
    let metadata = try #require(caller.sandbox.handle(SandboxRequest("GET", Self.openID)).json.objectValue)
    #expect(metadata["issuer"] == .string(caller.issuer))
    var count = 0
    for member in metadata.members where member.name.hasSuffix("_endpoint") || member.name == "jwks_uri" {
      let url = try #require(member.value.stringValue)
      #expect(url.hasPrefix(caller.issuer + "/"))
      let path = String(url.dropFirst(caller.sandbox.baseURL.count))
      let answers = [SandboxRequest("GET", path), OIDCCaller.form(path, [])].map { caller.sandbox.handle($0).status }
      #expect(answers.contains { $0 != 501 }, "\(member.name)")
      count += 1
    }
    #expect(count >= 4)
  }

  /// RFC 8414 §3.1: the well-known segment comes before the issuer's path.
  @Test(arguments: [
    "/.well-known/oauth-authorization-server/oidc", "/oidc/.well-known/oauth-authorization-server",
  ])
  func theMetadataAreTheSameEverywhere(path: String) throws {
    let first = caller.sandbox.handle(SandboxRequest("GET", Self.openID)).json
    #expect(caller.sandbox.handle(SandboxRequest("GET", path)).json == first)
  }

  /// Every fault is visible: the response differs from the honest one in what its name says.
  @Test(arguments: [
    "metadata_issuer", "no_keys", "state", "callback_issuer", "no_callback_issuer", "no_id_token", "token_type",
    "scope",
    "id_token_signature", "id_token_key", "id_token_alg_none", "id_token_expired", "id_token_issuer",
    "id_token_audience", "id_token_azp", "id_token_nonce", "id_token_no_nonce", "id_token_no_sub", "id_token_at_hash",
    "id_token_auth_time", "userinfo_sub",
  ])
  func everyFaultShows(fault: String) throws {
    caller.policy(["signInAs": "jane@example.com"])
    let honest = try view()
    caller.policy(["tamper": [.string(fault)]])
    let tampered = try view()
    let changed = honest.keys.filter { honest[$0] != tampered[$0] }
    #expect(changed.sorted() == Self.places(fault))
    caller.policy(["tamper": .null])
    #expect(try view() == honest)
  }

  private static func places(_ fault: String) -> [String] {
    switch fault {
    case "metadata_issuer": ["metadata"]
    // Nothing verifies the ID token.
    case "no_keys": ["identity", "keys"]
    case "state", "callback_issuer", "no_callback_issuer": ["callback"]
    case "no_id_token": ["identity", "tokens"]
    case "token_type", "scope": ["tokens"]
    case "userinfo_sub": ["userinfo"]
    default: ["identity"]
    }
  }

  /// What a client sees of a sign-in, without what differs each time.
  private func view() throws -> [String: JSONValue] {
    let metadata = caller.sandbox.handle(SandboxRequest("GET", Self.openID)).json
    let keys = caller.sandbox.handle(SandboxRequest("GET", "/oidc/jwks")).json
    var callback = try caller.open().callback()
    let tokens = caller.redeem(callback.removeValue(forKey: "code")).json
    let parts = tokens["id_token"]?.stringValue?.split(separator: ".") ?? []
    var identity = JSONObject()
    if parts.count > 1 {
      identity = try JSONValue(parsing: Base64URL.decode(parts[1]) ?? []).objectValue ?? [:]
      let header = try JSONValue(parsing: Base64URL.decode(parts[0]) ?? [])
      identity["kid"] = header["kid"]
      identity["alg"] = header["alg"]
      identity["hashes"] = .bool(identity["at_hash"] == .string(hash(tokens["access_token"]?.stringValue ?? "")))
      identity["verifies"] = .bool(isSigned(tokens["id_token"]?.stringValue ?? "", keys))
    }
    for name in ["at_hash", "sid"] { identity[name] = Optional<JSONValue>.none }
    var rest = tokens.objectValue ?? [:]
    for name in ["access_token", "id_token", "refresh_token"] { rest[name] = rest[name].map { _ in true } }
    return [
      "metadata": metadata, "keys": keys, "callback": .object(JSONObject(callback.map { ($0.key, .string($0.value)) })),
      "tokens": .object(rest), "identity": .object(identity),
      "userinfo": caller.userInfo(tokens["access_token"]?.stringValue).json,
    ]
  }

  private func hash(_ token: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Array(token.utf8))).prefix(16))
  }

  private func isSigned(_ token: String, _ keys: JSONValue) -> Bool {
    do {
      let jws = try JWS(compact: token)
      try jws.verify(with: try JWKSet(json: keys).key(jws.keyID, for: jws.algorithm).key)
      return true
    } catch {
      return false
    }
  }
}
