public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks the logout tokens of an OpenID provider (OpenID Connect Back-Channel Logout 1.0 §2.6).
public struct LogoutTokenVerifier: Sendable {
  /// The event of a logout token (§2.4).
  public static let event = "http://schemas.openid.net/event/backchannel-logout"

  /// The rules for the token.
  public struct Rules: Sendable {
    /// The accepted algorithms.
    public var algorithms: Set<JWSAlgorithm> = [.rs256, .ps256, .es256, .es384, .es512, .edDSA]
    /// Whether `typ` must be `logout+jwt`. §2.4 recommends the type, but does not require it.
    public var requiresType = false
    /// The longest accepted time from `iat` to `exp`. §2.4 recommends two minutes.
    public var maximumLifetime: Duration = .seconds(3600)

    /// Creates the rules with the standard values.
    public init() {}
  }

  private let provider: ProviderID
  private let issuer: String
  private let verifier: JWTVerifier

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - provider: the provider instance whose sessions the tokens end.
  ///   - issuer: the required `iss`, as in ID tokens.
  ///   - clientID: the required audience, as in ID tokens.
  ///   - rules: the rules for the token.
  /// - Throws: `invalid_request` if the rules accept no algorithm.
  public init(
    provider: ProviderID, issuer: String, clientID: String, rules: Rules = Rules()
  ) throws(AuthError) {
    self.provider = provider
    self.issuer = issuer
    var checks = JWTValidationRules(
      algorithms: rules.algorithms, types: rules.requiresType ? ["logout+jwt"] : ["logout+jwt", "JWT"],
      allowsMissingType: !rules.requiresType, issuer: issuer, audiences: [clientID],
      requiredClaims: ["iat", "jti", "events"])
    // A token with a nonce could be an ID token (§2.4).
    checks.nonce = .absent
    checks.maximumLifetime = rules.maximumLifetime
    verifier = try JWTVerifier(checks)
  }

  /// Checks a token with the provider's keys, and returns the sessions that it ends.
  ///
  /// A token with a `sid` ends the sessions that began with it; a token with a `sub` alone ends all of the user's.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for every other fault: §2.8 requires HTTP 400.
  public func verify(_ token: String, with keys: JWKSet, at now: Date) throws(AuthError) -> AppSessionNotice {
    try notice(try verifier.verify(token, with: keys, at: now))
  }

  /// Checks a token with the provider's key set, which is fetched if necessary.
  ///
  /// - Throws: as `verify(_:with:at:)`; the errors of the fetch.
  public func verify(_ token: String, with cache: JWKSCache) async throws(AuthError) -> AppSessionNotice {
    try notice(try await verifier.verify(token, with: cache))
  }

  private func notice(_ token: VerifiedJWT) throws(AuthError) -> AppSessionNotice {
    guard case .object? = token["events"]?[Self.event] else {
      throw AppSessionNotice.malformed("has no back-channel logout among its events")
    }
    let id = try AppSessionNotice.identifier(token["jti"], "jti")
    let subject = try token["sub"].map { (value) throws(AuthError) in try AppSessionNotice.identifier(value, "sub") }
    let session = try token["sid"].map { (value) throws(AuthError) in try AppSessionNotice.identifier(value, "sid") }
    let target: AppSessionEnding.Target
    switch (session, subject) {
    case (let session?, let subject): target = .session(session, of: subject)
    case (nil, let subject?): target = .subject(subject)
    case (nil, nil): throw AppSessionNotice.malformed("names neither a session (sid) nor a user (sub)")
    }
    // A user can sign in again before a late token arrives, and in another browser without a new authentication.
    let ending = AppSessionEnding(
      provider: provider, target: target, before: token.issuedAt, refusesSignIns: false, reason: .providerLogout)
    return AppSessionNotice(
      source: issuer, id: id, endings: [ending],
      keepUntil: token.expiresAt.adding(verifier.rules.leeway))
  }
}
