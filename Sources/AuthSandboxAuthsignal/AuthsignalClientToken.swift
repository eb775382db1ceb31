import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The token that a device presents: a JWT, signed by HS256 with the tenant's secret (A70).
struct AuthsignalClientToken: Sendable {
  /// The lifetime in seconds: ten minutes from tracking, or from the last completed challenge (A71).
  static let lifetime: Int64 = 600
  /// A token's scope, unless the tracked action requests others.
  static let readScope = "read:authenticators"
  static let addScope = "add:authenticators"
  static let updateScope = "update:authenticators"
  static let removeScope = "remove:authenticators"
  /// A token's scopes after a completed challenge (A20, A72).
  static let managementScopes = [readScope, addScope, updateScope, removeScope]

  let id: String
  let key: AuthsignalAction.Key
  let scopes: [String]
  let username: String?
  let issuedAt: Int64
  let expires: Int64

  init(key: AuthsignalAction.Key, scopes: [String], username: String?, world: SandboxWorld) {
    id = world.random.uuid()
    self.key = key
    self.scopes = scopes
    self.username = username
    issuedAt = world.unixTime
    // A tenant can set another lifetime: in the sandbox, with the policy `tokenSeconds`.
    expires = issuedAt + world.seconds("authsignal", "tokenSeconds", default: Self.lifetime)
  }

  /// The token in its compact form. GUESS A95: `aud` is the API's base URL, and `sub` is the user (A70). `jti`, the
  /// token's id, is an addition of the sandbox.
  func signed(by tenant: AuthsignalTenant, audience: String) -> String {
    var other: JSONObject = [
      "tenantId": .string(tenant.id), "publishableKey": .string(tenant.id), "userId": .string(key.userID),
      "actionCode": .string(key.code), "idempotencyKey": .string(key.idempotencyKey),
    ]
    other["username"] = username.map { .string($0) }
    let claims: JSONValue = [
      "aud": .string(audience), "sub": .string(key.userID), "iat": .integer(issuedAt), "exp": .integer(expires),
      "jti": .string(id), "scope": .string(scopes.joined(separator: " ")), "other": .object(other),
    ]
    let input = Self.header + "." + Base64URL.encode(claims.serialized)
    return input + "." + Base64URL.encode(Self.signature(of: input, tenant))
  }

  /// Reads a token in its compact form, even if it has expired; nil unless it was signed with this tenant's secret and
  /// has all claims except `scope` and `username`.
  init?(_ text: String, signedBy tenant: AuthsignalTenant) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.header, let signature = Base64URL.decode(parts[2]),
      ConstantTime.equal(signature, Self.signature(of: parts[0] + "." + parts[1], tenant)),
      let payload = Base64URL.decode(parts[1]), let claims = JSONValue(untrusted: payload),
      let other = claims["other"], let userID = other["userId"]?.stringValue,
      let code = other["actionCode"]?.stringValue, let idempotencyKey = other["idempotencyKey"]?.stringValue,
      let id = claims["jti"]?.stringValue, let issued = claims["iat"]?.integerValue,
      let expires = claims["exp"]?.integerValue
    else { return nil }
    self.id = id
    key = AuthsignalAction.Key(userID: userID, code: code, idempotencyKey: idempotencyKey)
    scopes = claims["scope"]?.stringValue?.split(separator: " ").map { String($0) } ?? []
    username = other["username"]?.stringValue
    issuedAt = issued
    self.expires = expires
  }

  private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

  private static func signature(of input: some StringProtocol, _ tenant: AuthsignalTenant) -> [UInt8] {
    let key = SymmetricKey(data: Array(tenant.secretKey.utf8))
    return Array(HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: key))
  }
}
