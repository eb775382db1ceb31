public import AuthCore

/// The rules for accepting a token for one purpose. Each purpose has its own rules, so that a token for one is not
/// accepted for another (RFC 8725 §3.11, §3.12).
public struct JWTValidationRules: Sendable {
  /// The algorithms that are accepted; each works only with a key of its type.
  public var algorithms: Set<JWSAlgorithm>
  /// The values of `typ` that are accepted, in any case and without `application/`.
  public var types: Set<String>
  /// Whether `typ` may be missing.
  public var allowsMissingType: Bool
  /// The required `iss`, byte for byte; nil skips the check.
  public var issuer: String?
  /// The required `sub`, byte for byte; nil skips the check.
  public var subject: String?
  /// `aud` must name one of these, byte for byte; empty skips the check.
  public var audiences: Set<String>
  /// The rule for `nonce`.
  public var nonce: Nonce = .ignored
  /// Whether `azp` must be one of `audiences`, and must be present where `aud` names others, too (OpenID Connect Core
  /// §3.1.3.7).
  public var checksAuthorizedParty = false
  /// The access token that was issued with an identity token: `at_hash`, if present, must be its hash (OpenID Connect
  /// Core §3.1.3.6); nil skips the check.
  public var accessToken: Secret?
  /// Whether `at_hash` is required, if `accessToken` is set.
  public var requiresAccessTokenHash = false
  /// How much clocks may differ, from zero to 60 seconds.
  public var leeway: Duration = .seconds(10)
  /// The required claims besides `exp`.
  public var requiredClaims: [String] = []
  /// The longest time from `iat` to `exp`, which are then both required; nil skips the check.
  public var maximumLifetime: Duration?
  /// Whether a header with `jku`, `jwk`, `x5u` or `x5c` is refused. It is never followed.
  public var refusesEmbeddedKeys = true
  /// The largest token that is read.
  public var maximumByteCount = JWS.defaultMaximumByteCount

  /// The rule for `nonce` (OpenID Connect Core §3.1.3.7).
  public enum Nonce: Sendable {
    /// It is not checked.
    case ignored
    /// It must be absent.
    case absent
    /// It must have this value.
    case equal(String)
  }

  /// Rules; omitted ones have safe defaults.
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

extension JWTValidationRules {
  /// An application's own token, as an identity system issues it and a Privy-style service accepts it. DESIGN D1: RS256
  /// or ES256, `typ` missing, `JWT` or `at+jwt`; pointers to keys in the header are ignored.
  public static func applicationToken(issuer: String? = nil, audiences: Set<String> = []) -> JWTValidationRules {
    var rules = JWTValidationRules(
      algorithms: [.rs256, .es256], types: ["JWT", "at+jwt"], allowsMissingType: true, issuer: issuer,
      audiences: audiences)
    rules.refusesEmbeddedKeys = false
    return rules
  }

  /// An OpenID Connect identity token (OpenID Connect Core §3.1.3.7). The algorithms are those that the Hawcx-style
  /// service allows. A token with an unrequested nonce is refused.
  public static func identityToken(issuer: String, clientID: String, nonce: String? = nil) -> JWTValidationRules {
    var rules = JWTValidationRules(
      algorithms: [.rs256, .es256, .es384, .es512, .edDSA], allowsMissingType: true, issuer: issuer,
      audiences: [clientID], requiredClaims: ["sub", "iat"])
    rules.checksAuthorizedParty = true
    rules.nonce = nonce.map { .equal($0) } ?? .absent
    return rules
  }

  /// A client's assertion to a token endpoint (RFC 7523 §3): EdDSA, the client as issuer and subject, and at most 120
  /// seconds, as the Hawcx-style token endpoint accepts it.
  public static func clientAssertion(clientID: String, audience: String) -> JWTValidationRules {
    var rules = JWTValidationRules(
      algorithms: [.edDSA], issuer: clientID, audiences: [audience], requiredClaims: ["sub", "iat", "jti"])
    rules.subject = clientID
    rules.maximumLifetime = .seconds(120)
    return rules
  }
}
