public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies the vendor's tokens, for an app's backend: one function a purpose, each with a result of its own type, so
/// that an identity token is not taken for an access token.
///
/// ```swift
/// let verifier = try PrivyTokenVerifier(appID: appID, transport: transport)
/// let user = try await verifier.accessToken(bearer).userID
/// ```
public struct PrivyTokenVerifier: Sendable {
  private let keys: JWKSCache
  private let access: JWTVerifier
  private let identity: JWTVerifier

  /// A verifier of one app's tokens.
  ///
  /// - Parameters:
  ///   - appID: the audience.
  ///   - transport: fetches the app's keys.
  ///   - apiBaseURL: where the app's keys are published, below `/v1/apps/{appId}/jwks.json`.
  ///   - clock: what expiry is judged by.
  ///   - leeway: how far clocks may differ, from zero to 60 seconds.
  /// - Throws: `invalid_request` for a leeway outside that range, or an address that is malformed or not `https`; plain
  ///   `http` is for loopback alone.
  public init(
    appID: String, transport: any HTTPTransport, apiBaseURL: String = "https://api.privy.io",
    clock: any AuthClock = SystemClock(), leeway: Duration = .zero
  ) throws(AuthError) {
    guard Origin(apiBaseURL)?.isAcceptable == true else {
      throw AuthError(.invalidRequest, "The address of the app's keys must be https, or http on loopback.")
    }
    var request = try TransportRequest(
      "GET", apiBaseURL + "/v1/apps/" + PercentEncoding.encode(appID) + "/jwks.json", retry: .safe)
    request.timeout = .seconds(5)
    request.responseSizeLimit = JWKS.maximumByteCount
    let complete = request
    keys = JWKSCache(clock: clock) { () async throws(AuthError) in
      let response = try await transport.send(complete)
      guard response.isSuccess else {
        throw AuthError(.serverError, "The app's keys could not be fetched (HTTP \(response.status)).")
      }
      return response.body
    }
    access = try JWTVerifier(.privyAccessToken(appID: appID, leeway: leeway))
    identity = try JWTVerifier(.privyIdentityToken(appID: appID, leeway: leeway))
  }

  /// What an access token says.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for all else, an identity token included; what
  ///   fetching the keys throws.
  public func accessToken(_ token: Secret) async throws(AuthError) -> PrivyAccessToken {
    try PrivyAccessToken(try await access.verify(token.revealText(), with: keys))
  }

  /// What an identity token says.
  ///
  /// - Throws: as `accessToken(_:)`; an access token is no identity token.
  public func identityToken(_ token: Secret) async throws(AuthError) -> PrivyIdentityToken {
    try PrivyIdentityToken(try await identity.verify(token.revealText(), with: keys))
  }
}

extension JWTRules {
  /// The vendor's access token: ES256, `typ` JWT, with a session (P83).
  public static func privyAccessToken(appID: String, leeway: Duration = .zero) -> JWTRules {
    privyToken(appID, leeway, ["sub", "sid", "iat"])
  }

  /// The vendor's identity token: ES256, `typ` JWT, with the user's accounts (P67, P83).
  public static func privyIdentityToken(appID: String, leeway: Duration = .zero) -> JWTRules {
    privyToken(appID, leeway, ["sub", "iat", "linked_accounts"])
  }

  private static func privyToken(_ appID: String, _ leeway: Duration, _ claims: [String]) -> JWTRules {
    var rules = JWTRules(algorithms: [.es256], issuer: "privy.io", audiences: [appID], requiredClaims: claims)
    rules.leeway = leeway
    return rules
  }
}
