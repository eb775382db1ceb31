public import AuthCore

/// What a token must be to be accepted for one purpose. There is one set of rules a purpose, so that a token made for
/// one is not taken for another (RFC 8725 §3.11, §3.12).
public struct JWTRules: Sendable {
  /// The algorithms that are accepted; each works only with a key of its own kind.
  public var algorithms: Set<JWSAlgorithm>
  /// The values of `typ` that are accepted, in any case and without `application/`.
  public var types: Set<String>
  /// Whether `typ` may be missing.
  public var allowsMissingType: Bool
  /// `iss`, byte for byte; nil does not look at it.
  public var issuer: String?
  /// `sub`, byte for byte; nil does not look at it.
  public var subject: String?
  /// `aud` has to name one of these, byte for byte; empty does not look at it.
  public var audiences: Set<String>
  /// What to do about `nonce`.
  public var nonce: Nonce = .ignored
  /// Whether `azp` has to be one of `audiences`, and has to be there where `aud` names others beside them (OpenID Connect
  /// Core §3.1.3.7).
  public var checksAuthorizedParty = false
  /// The access token that came along with an identity token: `at_hash`, where it is there, has to be its hash (OpenID
  /// Connect Core §3.1.3.6); nil does not look at it.
  public var accessToken: Secret?
  /// Whether `at_hash` has to be there, beside `accessToken`.
  public var requiresAccessTokenHash = false
  /// How far clocks may differ, from zero to 60 seconds.
  public var leeway: Duration = .seconds(10)
  /// Claims that must be there, beside `exp`.
  public var requiredClaims: [String] = []
  /// The longest time from `iat` to `exp`, which then are both required; nil does not look at it.
  public var maximumLifetime: Duration?
  /// Whether a header with `jku`, `jwk`, `x5u` or `x5c` is refused. It is never followed.
  public var refusesEmbeddedKeys = true
  /// The largest token that is read.
  public var maximumByteCount = JWS.defaultMaximumByteCount

  /// What to do about `nonce` (OpenID Connect Core §3.1.3.7).
  public enum Nonce: Sendable {
    /// It is not looked at.
    case ignored
    /// It must not be there.
    case absent
    /// It must be this.
    case equal(String)
  }

  /// Rules; the rest has safe defaults.
  public init(
    algorithms: Set<JWSAlgorithm>, types: Set<String> = ["JWT"], allowsMissingType: Bool = false,
    issuer: String?, audiences: Set<String>, requiredClaims: [String] = []
  ) {
    self.algorithms = algorithms
    self.types = types
    self.allowsMissingType = allowsMissingType
    self.issuer = issuer
    self.audiences = audiences
    self.requiredClaims = requiredClaims
  }
}

extension JWTRules {
  /// An application's own token, as an identity system issues it and a Privy-style service takes it. DESIGN D1: RS256 or
  /// ES256, `typ` missing, `JWT` or `at+jwt`; pointers to keys in the header are ignored.
  public static func applicationToken(issuer: String? = nil, audiences: Set<String> = []) -> JWTRules {
    var rules = JWTRules(
      algorithms: [.rs256, .es256], types: ["JWT", "at+jwt"], allowsMissingType: true, issuer: issuer,
      audiences: audiences)
    rules.refusesEmbeddedKeys = false
    return rules
  }

  /// An OpenID Connect identity token (OpenID Connect Core §3.1.3.7). The algorithms are those that the Hawcx-style
  /// service allows. A token with a nonce that was not asked for is refused.
  public static func identityToken(issuer: String, clientID: String, nonce: String? = nil) -> JWTRules {
    var rules = JWTRules(
      algorithms: [.rs256, .es256, .es384, .es512, .edDSA], allowsMissingType: true, issuer: issuer,
      audiences: [clientID], requiredClaims: ["sub", "iat"])
    rules.checksAuthorizedParty = true
    rules.nonce = nonce.map { .equal($0) } ?? .absent
    return rules
  }

  /// A client's assertion to a token endpoint (RFC 7523 §3): EdDSA, issuer and subject the client, 120 seconds at most,
  /// as the Hawcx-style token endpoint takes it.
  public static func clientAssertion(clientID: String, audience: String) -> JWTRules {
    var rules = JWTRules(
      algorithms: [.edDSA], issuer: clientID, audiences: [audience], requiredClaims: ["sub", "iat", "jti"])
    rules.subject = clientID
    rules.maximumLifetime = .seconds(120)
    return rules
  }
}
