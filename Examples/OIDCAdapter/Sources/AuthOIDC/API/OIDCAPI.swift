import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The issuer's endpoints.
struct OIDCAPI: Sendable {
  let configuration: OIDCConfiguration
  let issuer: OIDCIssuer
  let proofs: DPoPProofs
  let services: ProviderServices

  /// Posts a form to an endpoint where the client authenticates.
  ///
  /// - Parameters:
  ///   - url: the endpoint.
  ///   - fields: the form's fields, without those that authenticate the client.
  ///   - key: the key whose possession the request proves; nil for none.
  ///   - bearer: an access token that authorises the request instead of the client's authentication; nil for none.
  /// - Throws: errors of fetching the metadata, of signing, and of the transport. A response with any status is
  ///   returned.
  func post(
    _ url: URL, _ fields: [(name: String, value: String)], key: KeyReference? = nil, bearer: Secret? = nil
  ) async throws(AuthError) -> TransportResponse {
    let metadata = try await issuer.known().metadata
    return try await provenTwice(key: key) { () throws(AuthError) in
      var fields = fields
      var headers: HTTPHeaders = ["Accept": "application/json"]
      if let bearer {
        headers["Authorization"] = "Bearer " + bearer.revealText()
      } else {
        // Each attempt needs a new assertion, because a `jti` is accepted only once.
        try configuration.clientAuthentication.apply(
          to: &fields, &headers, clientID: configuration.clientID,
          audience: metadata.tokenEndpoint.absoluteString, now: services.clock.now(), random: services.random)
      }
      var request = TransportRequest.form(url, fields, headers: headers)
      request.timeout = .seconds(20)
      request.responseSizeLimit = 262_144
      return request
    }
  }

  /// Fetches the user's claims (OpenID Connect Core §5.3).
  ///
  /// - Throws: `malformed_response` if the response is malformed or does not have the `sub` of the ID token
  ///   (OpenID Connect Core §5.3.2), `invalid_configuration` if the issuer has no userinfo endpoint, and errors of
  ///   fetching the metadata, of signing, of the transport and of the endpoint.
  func userInfo(_ tokens: OIDCTokens, key: KeyReference?, subject: String) async throws(AuthError) -> JSONObject {
    guard let url = try await issuer.known().metadata.userInfoEndpoint else {
      throw AuthError(.invalidConfiguration, "The issuer's metadata contain no 'userinfo_endpoint'. Remove 'userInfo'.")
    }
    let response = try await provenTwice(key: key, token: tokens.access) { () throws(AuthError) in
      TransportRequest(
        "GET", url,
        headers: [
          "Accept": "application/json",
          "Authorization": (key == nil ? "Bearer " : "DPoP ") + tokens.access.revealText(),
        ], timeout: .seconds(20), responseSizeLimit: 262_144)
    }
    guard response.isSuccess else {
      throw response.generalFailure(now: services.clock.now())
        ?? AuthError(.malformedResponse, "The userinfo endpoint returned HTTP \(response.status). Try again later.")
    }
    guard let claims = try response.json().objectValue, claims["sub"]?.stringValue == subject else {
      throw AuthError(
        .malformedResponse, "The userinfo response does not have the 'sub' of the ID token. Sign in again.")
    }
    return claims
  }

  /// Sends a request, with a proof if there is a key. Sends it a second time, but never a third, if the server requires
  /// a nonce in the proof (RFC 9449 §8, §9).
  private func provenTwice(
    key: KeyReference?, token: Secret? = nil, _ make: () throws(AuthError) -> TransportRequest
  ) async throws(AuthError) -> TransportResponse {
    let first = try await proofs.attached(to: make(), key: key, token: token)
    let answer = try await services.transport.send(first)
    let isAsked = proofs.learn(from: answer, to: first.url)
    guard key != nil, isAsked else { return answer }
    let second = try await proofs.attached(to: make(), key: key, token: token)
    let final = try await services.transport.send(second)
    _ = proofs.learn(from: final, to: second.url)
    return final
  }
}
