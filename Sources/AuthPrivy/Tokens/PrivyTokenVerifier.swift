public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies the vendor's tokens for an app's backend. Each purpose has its own function and result type, so that an
/// identity token cannot be mistaken for an access token.
///
/// ```swift
/// let verifier = try PrivyTokenVerifier(appID: appID, transport: transport)
/// let user = try await verifier.accessToken(bearer).userID
/// ```
public struct PrivyTokenVerifier: Sendable {
  private let keys: JWKSCache
  private let access: JWTVerifier
  private let identity: JWTVerifier

  /// Creates a verifier of one app's tokens. The keys are fetched at the first use.
  ///
  /// - Parameters:
  ///   - appID: the app's ID, which is the audience of its tokens.
  ///   - transport: fetches the app's keys.
  ///   - apiBaseURL: the base URL below which the app's keys are published, at `/v1/apps/{appId}/jwks.json`.
  ///   - clock: the clock for checking expiry.
  ///   - leeway: how far clocks may differ, from zero to 60 seconds.
  /// - Throws: `invalid_request` for a leeway outside that range, or an address that is malformed or not `https`. Plain
  ///   `http` is allowed only for loopback.
  public init(
    appID: String, transport: any HTTPTransport, apiBaseURL: String = "https://api.privy.io",
    clock: any AuthClock = SystemClock(), leeway: Duration = .zero
  ) throws(AuthError) {
    guard Origin(apiBaseURL)?.isAcceptable == true else {
      throw AuthError(.invalidRequest, "The base URL of the app's keys must be an https URL, or http on loopback.")
    }
    var request = try TransportRequest(
      "GET", apiBaseURL + "/v1/apps/" + PercentEncoding.encode(appID) + "/jwks.json", retry: .safe)
    request.timeout = .seconds(5)
    request.responseSizeLimit = JWKSet.maximumByteCount
    let complete = request
    keys = JWKSCache(clock: clock) { () async throws(AuthError) in
      let response = try await transport.send(complete)
      guard response.isSuccess else {
        throw AuthError(
          .serverError, "The app's keys could not be fetched (HTTP \(response.status)). Check appID and apiBaseURL.")
      }
      return response.body
    }
    access = try JWTVerifier(.privyAccessToken(appID: appID, leeway: leeway))
    identity = try JWTVerifier(.privyIdentityToken(appID: appID, leeway: leeway))
  }

  /// Verifies an access token and returns its claims.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, `invalid_token` for any other invalid token, such as an identity
  ///   token, and the errors of fetching the keys.
  public func accessToken(_ token: Secret) async throws(AuthError) -> PrivyAccessToken {
    try PrivyAccessToken(try await access.verify(token.revealText(), with: keys))
  }

  /// Verifies an identity token and returns its claims.
  ///
  /// - Throws: the errors of `accessToken(_:)`; for an access token, `invalid_token`.
  public func identityToken(_ token: Secret) async throws(AuthError) -> PrivyIdentityToken {
    try PrivyIdentityToken(try await identity.verify(token.revealText(), with: keys))
  }
}

extension JWTValidationRules {
  /// The rules for the vendor's access tokens: ES256, `typ` JWT, with a session (P83).
  public static func privyAccessToken(appID: String, leeway: Duration = .zero) -> JWTValidationRules {
    privyToken(appID, leeway, ["sub", "sid", "iat"])
  }

  /// The rules for the vendor's identity tokens: ES256, `typ` JWT, with the user's accounts (P67, P83).
  public static func privyIdentityToken(appID: String, leeway: Duration = .zero) -> JWTValidationRules {
    privyToken(appID, leeway, ["sub", "iat", "linked_accounts"])
  }

  private static func privyToken(_ appID: String, _ leeway: Duration, _ claims: [String]) -> JWTValidationRules {
    var rules = JWTValidationRules(algorithms: [.es256], issuer: "privy.io", audiences: [appID], requiredClaims: claims)
    rules.leeway = leeway
    return rules
  }
}
