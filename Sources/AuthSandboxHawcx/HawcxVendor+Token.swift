import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// `POST /oauth2/token`: exchanges a code for an ID token.
  mutating func token(_ request: SandboxRequest, issuer: String, world: SandboxWorld) -> SandboxResponse {
    // A standard OpenID Connect client does not send the header (H70); a client that sends it must send the right value
    // (H19).
    if let given = request.headers["X-Config-Id"], !ConstantTime.equal(given, project.configID) {
      return .json(["message": "No API key found in request"], status: 401, note: "unknown X-Config-Id")
    }
    guard request.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true,
      let fields = request.formFields
    else {
      return refusal(
        HawcxTokenFailure(
          error: "invalid_request", description: "The body must be a form (application/x-www-form-urlencoded)."))
    }
    do throws(HawcxTokenFailure) {
      return try SandboxResponse.json(exchange(fields, issuer: issuer, world: world)).withoutStorage
    } catch {
      return refusal(error)
    }
  }

  private func refusal(_ failure: HawcxTokenFailure) -> SandboxResponse {
    SandboxResponse.json(
      ["error": .string(failure.error), "error_description": .string(failure.description)], status: failure.status,
      note: failure.error
    ).withoutStorage
  }

  /// Exchanges a code (H69). A code works once, within 60 seconds, with the verifier that matches its flow's challenge.
  /// The code of a hosted sign-in also needs the client and the redirect URI of the request.
  mutating func exchange(
    _ fields: [(name: String, value: String)], issuer: String, world: SandboxWorld
  ) throws(HawcxTokenFailure) -> JSONValue {
    guard Set(fields.map(\.name)).count == fields.count else {
      throw HawcxTokenFailure(
        error: "invalid_request", description: "A parameter is repeated. Send each parameter once.")
    }
    let form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    guard form["grant_type"] == "authorization_code" else {
      throw HawcxTokenFailure(
        error: "unsupported_grant_type", description: "grant_type must be authorization_code.")
    }
    let client = try authenticateClient(form, issuer: issuer, world: world)
    guard let text = form["code"] else {
      throw HawcxTokenFailure(error: "invalid_request", description: "code is required.")
    }
    guard var code = codes[text], !code.isSpent, world.now < code.expires else {
      throw HawcxTokenFailure(
        error: "invalid_grant",
        description: "The code is unknown, was used before, or has expired. Sign in again for a new code.")
    }
    if let request = code.request, request.clientID != client || request.redirectURI != form["redirect_uri"] {
      throw HawcxTokenFailure(
        error: "invalid_grant",
        description: "The code was issued to another client, or for another redirect_uri. Send those of the request at "
          + "/authorize.")
    }
    // A wrong verifier reveals nothing about the right one, so the code stays valid.
    if let challenge = code.codeChallenge,
      form["code_verifier"].map({ PKCE.verify(verifier: $0, challenge: challenge) }) != true
    {
      throw HawcxTokenFailure(
        error: "invalid_grant",
        description: "code_verifier is missing, or does not match the code challenge of the sign-in.")
    }
    code.isSpent = true
    codes[text] = code
    let claims = identityClaims(of: code, client: client, issuer: issuer, world: world)
    do throws(AuthError) {
      return [
        "id_token": .string(try project.sign(claims)), "token_type": "Bearer",
        "expires_in": .integer(HawcxAuthorizationCode.identityTokenLifetime),
      ]
    } catch {
      throw HawcxTokenFailure(
        error: "server_error",
        description: "The sandbox could not sign the ID token. Report this to Latchkey's maintainers.", status: 500)
    }
  }

  /// Authenticates the client that the request names, or the project's default client. The confidential client must
  /// present an assertion.
  private mutating func authenticateClient(
    _ form: [String: String], issuer: String, world: SandboxWorld
  ) throws(HawcxTokenFailure) -> String {
    let client = form["client_id"] ?? project.clientID
    let denied = HawcxTokenFailure(
      error: "invalid_client",
      description: "The client is unknown, its client_assertion is missing or not valid, or it must not send one. Send "
        + "an assertion only for the confidential client.", status: 401)
    guard client == project.confidentialClientID else {
      guard client == project.clientID, form["client_assertion"] == nil else { throw denied }
      return client
    }
    guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      let assertion = form["client_assertion"]
    else { throw denied }
    let verified: VerifiedJWT
    do throws(AuthError) {
      verified = try project.verifyAssertion(assertion, audience: project.tokenEndpoint(issuer), now: world.now)
    } catch {
      throw denied
    }
    guard take(verified, world: world) else {
      throw HawcxTokenFailure(
        error: "invalid_client",
        description: "The assertion is a replay: its jti was already used. Sign a new assertion.", status: 401)
    }
    return client
  }

  private func identityClaims(
    of code: HawcxAuthorizationCode, client: String, issuer: String, world: SandboxWorld
  ) -> JSONObject {
    let user = users.user(subject: code.subject)
    var references: [JSONValue] = []
    // With a trusted device, `swk` is the only entry of `amr` (H74).
    if code.isDeviceTrusted { references = ["swk"] }
    for method in code.methods where !code.isDeviceTrusted && !references.contains(.string(method.reference)) {
      references.append(.string(method.reference))
    }
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(code.subject), "aud": .string(client),
      "jti": .string(world.random.uuid()),
      "iat": .integer(world.unixTime), "nbf": .integer(world.unixTime),
      "exp": .integer(world.unixTime + HawcxAuthorizationCode.identityTokenLifetime),
      "auth_time": .integer(code.authenticatedAt), "acr": "urn:hawcx:pwdless:v1", "amr": .array(references),
    ]
    if let email = user?.email {
      claims["email"] = .string(email)
      claims["email_verified"] = true
    }
    if let phone = user?.phone { claims["phone_number"] = .string(phone) }
    claims["preferred_username"] = user?.userName.map { .string($0) }
    claims["nonce"] = (code.request?.nonce ?? world.hawcxPolicy.nonce).map { .string($0) }
    return claims
  }
}

extension SandboxResponse {
  /// The response with the header that forbids caching (RFC 6749 §5.1).
  fileprivate var withoutStorage: SandboxResponse {
    var response = self
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
