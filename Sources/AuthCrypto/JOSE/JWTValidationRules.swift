public import AuthCore

/// The rules for accepting a token for one purpose. Each purpose has its own rules, so that a token for one purpose is
/// not accepted for another (RFC 8725 §3.11, §3.12).
public struct JWTValidationRules: Sendable {
  /// The accepted algorithms. Each algorithm works only with a key of its type.
  public var algorithms: Set<JWSAlgorithm>
  /// The accepted values of the header's `typ`. Omit the prefix `application/` in these values; a token may
  /// contain the prefix or omit it. The comparison ignores case.
  public var types: Set<String>
  /// Whether `typ` may be missing.
  public var allowsMissingType: Bool
  /// The required `iss`, byte for byte; nil skips the check.
  public var issuer: String?
  /// Further accepted values of `iss`, byte for byte, for an issuer with several names. They have no effect without
  /// `issuer`.
  public var otherIssuers: Set<String> = []
  /// The required `sub`, byte for byte; nil skips the check.
  public var subject: String?
  /// The accepted audiences: `aud` must contain at least one of these values, byte for byte. An empty set skips the
  /// check.
  public var audiences: Set<String>
  /// The rule for `nonce`.
  public var nonce: Nonce = .ignored
  /// Whether to check `azp`, if `audiences` is not empty: `azp` must be one of `audiences`, and must be present if
  /// `aud` contains a value that is not in `audiences` (OpenID Connect Core §3.1.3.7).
  public var checksAuthorizedParty = false
  /// The access token that was issued with an ID token: `at_hash`, if present, must match it (OpenID Connect Core
  /// §3.1.3.6). Nil skips the check.
  public var accessToken: Secret?
  /// Whether `at_hash` is required, if `accessToken` is set.
  public var requiresAccessTokenHash = false
  /// The largest accepted difference between the issuer's clock and the verifier's clock, from 0 to 60 seconds.
  /// `JWTVerifier` refuses rules with any other value.
  public var leeway: Duration = .seconds(10)
  /// The required claims, in addition to `exp` if `requiresExpiry` is true. A claim with the value null counts as
  /// missing.
  public var requiredClaims: [String] = []
  /// Whether `exp` is required. Tokens that report an event have none (RFC 8417 §2.2); their rules set `maximumAge`.
  public var requiresExpiry = true
  /// The longest accepted time since `iat`, apart from the leeway. A token without `iat` is then refused. Nil skips the
  /// check.
  public var maximumAge: Duration?
  /// The longest accepted time from `iat` to `exp`. A token without `iat` is then refused. Nil skips the check.
  public var maximumLifetime: Duration?
  /// The age up to which a cached key set is used while its server cannot be reached; at most 24 hours. A key that the
  /// server withdraws is accepted for at most this time. Only `JWTVerifier.verify(_:with:)` with a `JWKSCache` uses
  /// this rule.
  public var maximumKeyAge: Duration = .seconds(24 * 3600)
  /// Whether a header with `jku`, `jwk`, `x5u` or `x5c` is refused. If false, these members are ignored: a key that the
  /// header contains or refers to is never used.
  public var refusesEmbeddedKeys = true
  /// The length of the largest accepted token, in bytes.
  public var maximumByteCount = JWS.defaultMaximumByteCount

  /// The rule for `nonce` (OpenID Connect Core §3.1.3.7).
  public enum Nonce: Sendable {
    /// The claim is not checked.
    case ignored
    /// The claim must be absent.
    case absent
    /// The claim must have this value.
    case equal(String)
  }

  /// Creates rules with safe defaults for the properties that are not parameters.
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
  /// Returns the rules for a token that an application's own identity system issues, as a Privy-style service accepts
  /// such tokens. DESIGN D1: RS256 or ES256; `typ` is missing, `JWT` or `at+jwt`; keys and key URLs in the header are
  /// ignored.
  public static func applicationToken(issuer: String? = nil, audiences: Set<String> = []) -> JWTValidationRules {
    var rules = JWTValidationRules(
      algorithms: [.rs256, .es256], types: ["JWT", "at+jwt"], allowsMissingType: true, issuer: issuer,
      audiences: audiences)
    rules.refusesEmbeddedKeys = false
    return rules
  }

  /// Returns the rules for an ID token (OpenID Connect Core §3.1.3.7). The algorithms are those that the Hawcx-style
  /// service allows. The token must have `sub` and `iat`. If `nonce` is nil, a token with a nonce is refused.
  public static func identityToken(issuer: String, clientID: String, nonce: String? = nil) -> JWTValidationRules {
    var rules = JWTValidationRules(
      algorithms: [.rs256, .es256, .es384, .es512, .edDSA], allowsMissingType: true, issuer: issuer,
      audiences: [clientID], requiredClaims: ["sub", "iat"])
    rules.checksAuthorizedParty = true
    rules.nonce = nonce.map { .equal($0) } ?? .absent
    return rules
  }

  /// Returns the rules for a client assertion (RFC 7523 §3), as the Hawcx-style token endpoint accepts it: EdDSA, the
  /// client as issuer and subject, the claims `iat` and `jti`, and a lifetime of at most 120 seconds.
  public static func clientAssertion(clientID: String, audience: String) -> JWTValidationRules {
    var rules = JWTValidationRules(
      algorithms: [.edDSA], issuer: clientID, audiences: [audience], requiredClaims: ["sub", "iat", "jti"])
    rules.subject = clientID
    rules.maximumLifetime = .seconds(120)
    return rules
  }
}
