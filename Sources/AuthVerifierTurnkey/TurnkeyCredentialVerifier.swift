import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies Turnkey's credentials: session JWTs with the pinned key, and signed `whoami` requests by forwarding them to
/// the vendor.
///
/// Neither credential names the app, because users of all the vendor's organisations have such credentials. A backend
/// must check that it knows the principal's `tenant` (the user's own organisation), or link the principal to one of its
/// users.
struct TurnkeyCredentialVerifier: CredentialVerifier {
  let id: ProviderID
  private let configuration: TurnkeyVerifierConfiguration
  private let services: VerifierServices

  init(id: ProviderID, configuration: TurnkeyVerifierConfiguration, services: VerifierServices) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  var routes: [CredentialRoute] {
    let tokens = CredentialRoute.claims(["organization_id", "public_key", "session_type", "user_id"])
    return configuration.acceptsSignedRequests ? [tokens, .scheme(TurnkeySignedRequest.scheme)] : [tokens]
  }

  func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal {
    switch credential.place {
    case .scheme: try await principal(of: TurnkeySignedRequest(credential.token, to: configuration.apiBaseURL))
    case .bearer, .dpop, .field: try principal(ofSessionToken: credential)
    }
  }

  /// Verifies a session JWT (T20, T79). The vendor signs the SHA-256 digest of the signing input with ES256, which
  /// hashes its input again.
  private func principal(ofSessionToken credential: PresentedCredential) throws(AuthError) -> Principal {
    let jws = try JWS(compact: credential.token.revealText())
    guard jws.algorithm == .es256 else {
      throw AuthError(
        .invalidToken, "The session token is not signed with ES256. Send the session token that the vendor issued.")
    }
    let digest = Array(SHA256.hash(data: jws.signingInput))
    guard configuration.notarizer.isValidSignature(jws.signature, for: digest, by: .es256) else {
      throw AuthError(
        .signatureInvalid,
        "The session token is not signed by the vendor's pinned key. For another environment of the vendor, set "
          + "'keys.notarizer'.")
    }
    let claims = try Self.claims(jws)
    guard let seconds = claims["exp"]?.integerValue, (0...253_402_300_799).contains(seconds),
      let user = claims["user_id"]?.stringValue, !user.isEmpty,
      let organization = claims["organization_id"]?.stringValue, !organization.isEmpty,
      let key = claims["public_key"]?.stringValue
    else {
      throw AuthError(
        .invalidToken,
        "'exp', 'user_id', 'organization_id' or 'public_key' in the session token is missing or not valid. Send the "
          + "session token that the vendor issued.")
    }
    let expiry = Date(timeIntervalSince1970: Double(seconds))
    guard services.clock.now() < expiry else {
      throw AuthError(.tokenExpired, "The session token has expired. Sign in again.")
    }
    var principal = Principal(provider: id, tenant: organization, subject: user, credential: .vendorSession)
    principal.expiresAt = expiry
    principal.claims = claims
    // The vendor's tokens are bearer tokens. If the principal has a thumbprint, `RequestVerifier` also requires a proof
    // of possession of the session's key.
    if configuration.requiresProof || credential.place == .dpop {
      principal.keyThumbprint = try Self.thumbprint(ofPoint: key)
    }
    return principal
  }

  private static func claims(_ jws: JWS) throws(AuthError) -> JSONObject {
    do throws(JSONError) {
      if let claims = try JSONValue(parsing: jws.payload, depthLimit: 32).objectValue { return claims }
    } catch {
      // The message leaves out the parser's error, because its position would be a position in the token.
    }
    throw AuthError(
      .invalidToken,
      "The session token's payload is not a JSON object. Send the session token that the vendor issued.")
  }

  private static func thumbprint(ofPoint text: String) throws(AuthError) -> String {
    let point = Hex.decode(text).flatMap { bytes in try? P256.Signing.PublicKey(compressedRepresentation: bytes) }
    guard let point, let thumbprint = JWK(.p256(point)).thumbprint else {
      throw AuthError(
        .invalidToken,
        "The session token's 'public_key' is not a compressed point of P-256. Sign in with a P-256 "
          + "key.")
    }
    return thumbprint
  }

  /// Forwards a signed request to the vendor, and returns the user whose key stamped it. The stamp covers no time, so
  /// it stays valid as long as the key does. This backend accepts each stamp only once in 24 hours.
  private func principal(of signed: TurnkeySignedRequest) async throws(AuthError) -> Principal {
    let now = services.clock.now()
    let response = try await services.transport.send(signed.forwarded)
    if let failure = response.generalFailure(now: now) { throw failure }
    switch response.status {
    case 200..<300: break
    case 400, 401,
      403 where !response.isWebPage:
      throw AuthError(
        .invalidToken, "The vendor refused the signed request (HTTP \(response.status)). Sign in again.")
    default:
      throw AuthError(
        .providerError, "The vendor could not check a signed request (HTTP \(response.status)). Check 'apiBaseURL'.")
    }
    let answer = try response.json()
    // The organisation in the response is the user's own; a query may name the parent organisation.
    var principal = Principal(
      provider: id, tenant: try answer.requiredString("organizationId"),
      subject: try answer.requiredString("userId"), credential: .signedRequest)
    principal.claims = answer.objectValue ?? [:]
    // A stamp is remembered only after the vendor has accepted it, so that forged stamps cannot fill the memory.
    try await services.spend("turnkey." + signed.stampIdentity, for: 86_400, at: now)
    return principal
  }
}
