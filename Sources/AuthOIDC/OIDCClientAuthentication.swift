public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The client's authentication at the issuer's endpoints (OpenID Connect Core §9).
///
/// An app on a user's device is a public client (RFC 8252 §8.4): it cannot keep a secret. A key in a file or in the
/// environment is for services and tools; a shared secret is refused unless the configuration allows it.
public enum OIDCClientAuthentication: Sendable {
  /// `none`: a public client.
  case none
  /// `private_key_jwt` (RFC 7523): the client's own key, and its `kid`, if any.
  case privateKey(JWS.SigningKey, keyID: String?)
  /// `client_secret_basic` or `client_secret_post`.
  case secret(Secret)
  /// A secret that the client signs anew for each request: a JWT with the team as `iss` and the issuer as `aud`, sent
  /// as `client_secret`. Only Sign in with Apple uses this form.
  case signedSecret(JWS.SigningKey, keyID: String?, team: String)
  /// `tls_client_auth` or `self_signed_tls_client_auth` (RFC 8705 §2): the certificate that the transport shows.
  case certificate

  /// Whether the client is public.
  var isPublic: Bool { if case .none = self { true } else { false } }

  /// Reads `clientKey` with `clientKeyId`, or `clientSecret` with `allowClientSecret`.
  ///
  /// - Parameters:
  ///   - reader: the block.
  ///   - isSigned: whether the issuer takes a secret that the key of a team signs, and nothing else.
  ///   - hasCertificate: whether the transport shows a certificate of the client. It authenticates a client without a
  ///     key and without a secret.
  /// - Throws: `invalid_configuration` for a secret without `allowClientSecret`, for both a key and a secret, and for a
  ///   value that cannot be read.
  init(reading reader: inout ConfigurationReader, isSigned: Bool, hasCertificate: Bool) throws(AuthError) {
    let isAllowed = try reader.bool(
      "allowClientSecret", "whether a shared secret is accepted: only for services, because an app cannot keep it",
      default: false)
    let keyID = try reader.optionalString("clientKeyId", "the `kid` of the client's key")
    let team = try reader.optionalString(
      "clientKeyTeam", "the team id, for Sign in with Apple: the key then signs the client's secret")
    if reader.has("clientSecret"), !isAllowed {
      _ = try reader.refused(
        "clientSecret",
        "left out, because an app cannot keep a secret (RFC 8252 §8.5); in a service, set allowClientSecret", ())
    }
    let secret = try reader.optionalSecret("clientSecret", "a shared secret, only for services")
    guard
      let key = try reader.optionalSecret(
        "clientKey", "the client's private key: PEM, or a JWK, for `private_key_jwt` (RFC 7523)")
    else {
      for (key, value) in [("clientKeyId", keyID), ("clientKeyTeam", team)] where value != nil {
        _ = try reader.refused(key, "left out if there is no clientKey", ())
      }
      if isSigned { _ = try reader.refused("clientKey", "present, with clientKeyId and clientKeyTeam", ()) }
      self = secret.map { .secret($0) } ?? (hasCertificate ? .certificate : .none)
      return
    }
    if isSigned != (team != nil) {
      _ = try reader.refused("clientKeyTeam", "present for Sign in with Apple, and left out for other issuers", ())
    }
    if secret != nil { _ = try reader.refused("clientKey", "left out if there is a clientSecret", ()) }
    guard let signing = Self.signingKey(key) else {
      self = try reader.refused(
        "clientKey", "a private key in PEM ('PRIVATE KEY': P-256, P-384 or RSA) or as a JWK", .none)
      return
    }
    if team != nil {
      if keyID == nil { _ = try reader.refused("clientKeyId", "present: Apple's tokens need it", ()) }
      guard case .p256 = signing else {
        self = try reader.refused("clientKey", "a P-256 key for Sign in with Apple", .none)
        return
      }
    }
    self = team.map { .signedSecret(signing, keyID: keyID, team: $0) } ?? .privateKey(signing, keyID: keyID)
  }

  private static func signingKey(_ secret: Secret) -> JWS.SigningKey? {
    let text = secret.revealText()
    if let json = try? JSONValue(parsing: text) { return try? JWS.SigningKey(jwk: json) }
    if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) { return .p256(key) }
    if let key = try? P384.Signing.PrivateKey(pemRepresentation: text) { return .p384(key) }
    if let key = try? RSA.Signing.PrivateKey(pemRepresentation: text) { return .rsa(key, .rs256) }
    return nil
  }

  /// Adds the client's authentication to a request's form or headers.
  ///
  /// - Parameters:
  ///   - form: the request's form.
  ///   - headers: the request's headers.
  ///   - clientID: the client's id.
  ///   - audience: the audience of an assertion: the token endpoint (RFC 7523 §3), or the issuer (RFC 9126 §2).
  ///   - place: where a secret is sent.
  ///   - issuer: the issuer, the audience of a secret that the client signs.
  ///   - now: the time of an assertion.
  ///   - random: makes the `jti` of an assertion.
  /// - Throws: errors of signing an assertion.
  func apply(
    to form: inout [(name: String, value: String)], _ headers: inout HTTPHeaders, clientID: String, audience: String,
    secretIn place: OIDCConfiguration.SecretPlace, issuer: String, now: Date, random: any RandomSource
  ) throws(AuthError) {
    switch self {
    case .none, .certificate: Self.name(clientID, in: &form)
    case .secret(let secret) where place == .form:
      Self.name(clientID, in: &form)
      form.append((name: "client_secret", value: secret.revealText()))
    case .secret(let secret):
      // Both halves are form-encoded first (RFC 6749 §2.3.1).
      let pair = Self.formEncoded(clientID) + ":" + Self.formEncoded(secret.revealText())
      headers["Authorization"] = "Basic " + Base64.encode(pair.utf8)
    case .privateKey(let key, let keyID):
      let assertion = try Self.assertion(
        issuer: clientID, subject: clientID, audience: audience, keyID, key, now, random)
      Self.name(clientID, in: &form)
      form.append(
        (name: "client_assertion_type", value: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
      form.append((name: "client_assertion", value: assertion))
    case .signedSecret(let key, let keyID, let team):
      let secret = try Self.assertion(
        issuer: team, subject: clientID, audience: issuer, keyID, key, now, random)
      Self.name(clientID, in: &form)
      form.append((name: "client_secret", value: secret))
    }
  }

  /// Adds the client's id, unless the form has it.
  private static func name(_ clientID: String, in form: inout [(name: String, value: String)]) {
    if !form.contains(where: { $0.name == "client_id" }) { form.append((name: "client_id", value: clientID)) }
  }

  /// A JWT that is valid for a minute and is used once.
  private static func assertion(
    issuer: String, subject: String, audience: String, _ keyID: String?, _ key: JWS.SigningKey, _ now: Date,
    _ random: any RandomSource
  ) throws(AuthError) -> String {
    let seconds = Int64(now.timeIntervalSince1970)
    return try JWS.sign(
      claims: [
        "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience), "jti": .string(random.token()),
        "iat": .integer(seconds), "exp": .integer(seconds + 60),
      ], keyID: keyID, with: key)
  }

  private static func formEncoded(_ text: String) -> String {
    String(PercentEncoding.encodeForm([(name: text, value: "")]).dropLast())
  }
}
