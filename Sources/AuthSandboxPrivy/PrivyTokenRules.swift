import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The app's rules for its own JWTs: by default the keys of the sandbox's identity system, and no other checks.
///
/// The policy `customAuth` changes it: `{"jwksUrl", "jwks": {"keys": […]}, "publicKey", "issuer", "audience": […],
/// "idClaim", "leewaySeconds"}`, all optional. `jwksUrl` is the URL of a key set, which is fetched over the network;
/// `jwks` is a key set itself, which has precedence. `publicKey` is one key in PEM, which is then used for
/// every token, also for one that names another key.
struct PrivyTokenRules: Sendable, Hashable {
  private(set) var jwksURL: String?
  private(set) var jwks: JSONValue?
  private(set) var publicKey: String?
  private(set) var issuer: String?
  private(set) var audiences: Set<String> = []
  private(set) var idClaim = "sub"
  private(set) var leeway: Int64 = 10

  init() {}

  init(policy: JSONObject) {
    guard let custom = policy["customAuth"]?.objectValue else { return }
    jwksURL = custom["jwksUrl"]?.stringValue
    jwks = custom["jwks"]
    publicKey = custom["publicKey"]?.stringValue
    issuer = custom["issuer"]?.stringValue
    audiences = Set(
      custom["audience"]?.stringValue.map { [$0] } ?? custom["audience"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    idClaim = custom["idClaim"]?.stringValue ?? "sub"
    leeway = min(60, max(0, custom["leewaySeconds"]?.integerValue ?? 10))
  }

  /// The policy's form.
  var json: JSONValue {
    var object: JSONObject = [
      "audience": .array(audiences.sorted().map { .string($0) }), "idClaim": .string(idClaim),
      "leewaySeconds": .integer(leeway),
    ]
    object["jwksUrl"] = jwksURL.map { .string($0) }
    object["jwks"] = jwks
    object["publicKey"] = publicKey.map { .string($0) }
    object["issuer"] = issuer.map { .string($0) }
    return .object(object)
  }

  /// Whether both rules map a token to the same user.
  func mapsUsersLike(_ other: PrivyTokenRules) -> Bool { idClaim == other.idClaim && issuer == other.issuer }

  /// The value of the id claim, after every check.
  ///
  /// The keys of the sandbox's own identity system are read each time, so they are never stale.
  ///
  /// - Parameter fetched: the result of fetching the set at the registered URL.
  func customUserID(
    of token: String, fetched: Result<JWKSet, AuthError>?, world: SandboxWorld
  ) throws(PrivyFailure) -> String {
    let verified: VerifiedJWT
    do throws(AuthError) {
      var rules = JWTValidationRules.applicationToken(issuer: issuer, audiences: audiences)
      rules.leeway = .seconds(leeway)
      let verifier = try JWTVerifier(rules)
      if let publicKey {
        let key = JWK(try JWS.VerificationKey(pemRepresentation: publicKey))
        verified = try verifier.verify(token, with: key, at: world.now)
      } else {
        verified = try verifier.verify(token, with: try keys(fetched, world), at: world.now)
      }
    } catch {
      throw .refusedCustomToken(error.message)
    }
    guard let id = verified[idClaim]?.stringValue, (1...255).contains(id.count) else {
      throw .invalidData("The claim \(idClaim) must be a string of 1 to 255 characters.")
    }
    return id
  }

  private func keys(_ fetched: Result<JWKSet, AuthError>?, _ world: SandboxWorld) throws(AuthError) -> JWKSet {
    if let jwks { return try JWKSet(json: jwks) }
    guard jwksURL != nil else { return try world.identity.publicKeys() }
    guard let fetched else { throw AuthError(.internalError, "the key set was not fetched") }
    return try fetched.get()
  }

  /// The key set that must be fetched to verify `token`; nil if none is, or if the token is malformed.
  func keySetQuery(for token: String) -> KeySetQuery? {
    guard publicKey == nil, jwks == nil, let jwksURL, let jws = try? JWS(compact: token),
      [.rs256, .es256].contains(jws.algorithm)
    else { return nil }
    return KeySetQuery(url: jwksURL, keyID: jws.keyID)
  }
}
