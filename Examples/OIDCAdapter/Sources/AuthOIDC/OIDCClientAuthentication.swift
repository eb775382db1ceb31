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
  /// `client_secret_basic`.
  case secret(Secret)

  /// Reads `clientKey` with `clientKeyId`, or `clientSecret` with `allowClientSecret`.
  ///
  /// - Throws: `invalid_configuration` for a secret without `allowClientSecret`, for both a key and a secret, and for a
  ///   value that cannot be read.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    let isAllowed = try reader.bool("allowClientSecret", default: false)
    let keyID = try reader.optionalString("clientKeyId")
    if reader.has("clientSecret"), !isAllowed {
      throw reader.wrong(
        "clientSecret",
        "left out, because an app cannot keep a secret (RFC 8252 §8.5); in a service, set allowClientSecret")
    }
    let secret = try reader.optionalSecret("clientSecret")
    guard let key = try reader.optionalSecret("clientKey") else {
      self = secret.map { .secret($0) } ?? .none
      return
    }
    guard secret == nil else { throw reader.wrong("clientKey", "left out if there is a clientSecret") }
    guard let signing = Self.signingKey(key) else {
      throw reader.wrong("clientKey", "a private key in PEM ('PRIVATE KEY': P-256, P-384 or RSA) or as a JWK")
    }
    self = .privateKey(signing, keyID: keyID)
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
  ///   - audience: the token endpoint, the audience of assertions (RFC 7523 §3).
  ///   - now: the time of an assertion.
  ///   - random: makes the `jti` of an assertion.
  /// - Throws: errors of signing an assertion.
  func apply(
    to form: inout [(name: String, value: String)], _ headers: inout HTTPHeaders, clientID: String, audience: String,
    now: Date, random: any RandomSource
  ) throws(AuthError) {
    switch self {
    case .none: form.append((name: "client_id", value: clientID))
    case .secret(let secret):
      // Both halves are form-encoded first (RFC 6749 §2.3.1).
      let pair = Self.formEncoded(clientID) + ":" + Self.formEncoded(secret.revealText())
      headers["Authorization"] = "Basic " + Base64.encode(pair.utf8)
    case .privateKey(let key, let keyID):
      let seconds = Int64(now.timeIntervalSince1970)
      let assertion = try JWS.sign(
        claims: [
          "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience), "jti": .string(random.token()),
          "iat": .integer(seconds), "exp": .integer(seconds + 60),
        ], keyID: keyID, with: key)
      form.append((name: "client_id", value: clientID))
      form.append(
        (name: "client_assertion_type", value: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
      form.append((name: "client_assertion", value: assertion))
    }
  }

  private static func formEncoded(_ text: String) -> String {
    String(PercentEncoding.encodeForm([(name: text, value: "")]).dropLast())
  }
}
