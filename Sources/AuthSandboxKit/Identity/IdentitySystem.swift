package import AuthCore
package import AuthCrypto

/// The app's own identity system: an issuer, similar to an OpenID provider, that signs JWTs for its users. On request,
/// it makes invalid JWTs.
package struct IdentitySystem: Sendable {
  private let keys: IdentityKeys

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    keys = try IdentityKeys(keyring: &keyring)
  }

  /// Returns the public keys, as `GET /sandbox/idp/jwks.json` publishes them.
  package func publicKeys() throws(AuthError) -> JWKSet { try keys.published() }

  /// Adds the keys made since the start to a keyring.
  func write(to keyring: inout SandboxKeyring) { keys.write(to: &keyring) }

  func handle(_ request: SandboxRequest, context: IdentityContext) -> SandboxResponse {
    do throws(AuthError) {
      switch (request.method, request.route) {
      case ("GET", "/jwks.json"): return .json(try keys.published().json)
      case ("GET", "/.well-known/openid-configuration"): return .json(context.discovery)
      case ("POST", "/rotate"):
        try keys.rotate()
        return .json(try keys.published().json)
      case ("POST", "/token"):
        guard let body = request.jsonObject, let tokenRequest = IdentityTokenRequest(body) else {
          return .refusal(
            400, "malformed_request",
            "The body lacks sub, or a member has the wrong type or an unknown value. Send {sub, alg?: ES256|RS256, "
              + "ttl?, aud?, claims?, tamper?: alg-none|expired|wrong-key|bad-signature}; ttl is in seconds.")
        }
        return .json(["token": .string(try token(tokenRequest, context: context))])
      default: return .notFound(request)
      }
    } catch {
      return .refusal(500, "internal", error.message)
    }
  }

  /// Returns a token with the requested claims. The token is valid unless `tamper`, `ttl` or the claims make it
  /// invalid.
  package func token(_ tokenRequest: IdentityTokenRequest, context: IdentityContext) throws(AuthError) -> String {
    let current = try keys.current(tokenRequest.algorithm)
    let claims = tokenRequest.claims(context: context)
    switch tokenRequest.tamper {
    case nil, .expired: return try JWS.sign(claims: claims, keyID: current.keyID, with: current.key)
    case .wrongKey:
      // The header has the `kid` of a published key, so that only the signature is wrong.
      let stranger = try IdentityKeys.fresh(tokenRequest.algorithm)
      return try JWS.sign(claims: claims, keyID: current.keyID, with: stranger)
    case .algNone:
      let header: JSONValue = ["alg": "none", "typ": "JWT", "kid": .string(current.keyID)]
      return Base64URL.encode(header.serialized) + "." + Base64URL.encode(JSONValue.object(claims).serialized) + "."
    case .badSignature:
      let good = try JWS.sign(claims: claims, keyID: current.keyID, with: current.key)
      guard let dot = good.lastIndex(of: "."), var signature = Base64URL.decode(good[good.index(after: dot)...]),
        !signature.isEmpty
      else { return good + "A" }
      signature[signature.count / 2] ^= 0x01
      return good[...dot] + Base64URL.encode(signature)
    }
  }
}
