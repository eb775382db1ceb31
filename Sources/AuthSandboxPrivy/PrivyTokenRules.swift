import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The rules for the app's own JWTs. By default a token must be signed by the sandbox's identity system, the issuer and
/// the audience are not checked, and `sub` is the user's id.
///
/// The policy `customAuth` changes the rules: `{"jwksUrl", "jwks": {"keys": […]}, "publicKey", "issuer",
/// "audience": […], "idClaim", "leewaySeconds"}`, all optional. `jwksUrl` is the URL of a key set, which is fetched
/// over the network; `jwks` is a key set itself and has precedence over `jwksUrl`. `publicKey` is one key in PEM, which
/// has precedence over both and verifies every token, even one whose `kid` names another key. `leewaySeconds` is 10 by
/// default, and at most 60.
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

  /// The rules in the format of the policy `customAuth`.
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

  /// Whether these rules and the others map every token to the same user: they have the same id claim and issuer.
  func mapsUsersLike(_ other: PrivyTokenRules) -> Bool { idClaim == other.idClaim && issuer == other.issuer }

  /// Verifies a token and returns the value of its id claim.
  ///
  /// The keys of the sandbox's own identity system are read each time, so they are always current.
  ///
  /// - Parameters:
  ///   - token: the JWT.
  ///   - fetched: the result of fetching the key set at the registered URL; nil if it was not needed.
  ///   - world: the time, and the identity system with its keys.
  /// - Throws: `invalid_credentials` for a token that fails a check, `invalid_data` for an unusable id claim.
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
      throw .invalidData(
        "The claim \(idClaim), which the policy customAuth selects as the user's id, must be a string of 1 to 255 "
          + "characters.")
    }
    return id
  }

  private func keys(_ fetched: Result<JWKSet, AuthError>?, _ world: SandboxWorld) throws(AuthError) -> JWKSet {
    if let jwks { return try JWKSet(json: jwks) }
    guard jwksURL != nil else { return try world.identity.publicKeys() }
    guard let fetched else {
      throw AuthError(
        .internalError,
        "The key set at jwksUrl was not fetched. Report this to Latchkey's maintainers.")
    }
    return try fetched.get()
  }

  /// The key set that must be fetched to verify `token`; nil if none is needed or the token is malformed.
  func keySetQuery(for token: String) -> KeySetQuery? {
    guard publicKey == nil, jwks == nil, let jwksURL, let jws = try? JWS(compact: token),
      [.rs256, .es256].contains(jws.algorithm)
    else { return nil }
    return KeySetQuery(url: jwksURL, keyID: jws.keyID)
  }
}
