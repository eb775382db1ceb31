import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCAPI {
  /// Returns the fields for the issuer's page: those of the request, or the reference to a pushed request (RFC 9126).
  ///
  /// - Throws: `invalid_configuration` if a pushed request is required and the issuer has no endpoint for it; errors of
  ///   the issuer and of the transport.
  func pageFields(
    _ request: AuthorizationRequest, _ metadata: OIDCMetadata
  ) async throws(AuthError) -> [(name: String, value: String)] {
    switch configuration.pushedAuthorization {
    case .off: return request.fields
    case .automatic where !metadata.requiresPushedAuthorization: return request.fields
    case .automatic, .required: break
    }
    guard let endpoint = metadata.pushedAuthorizationEndpoint else {
      throw AuthError(
        .invalidConfiguration,
        "The issuer's metadata contain no 'pushed_authorization_request_endpoint'. Set 'pushedAuthorization' to 'off'.")
    }
    // The issuer is the audience of an assertion here (RFC 9126 §2).
    let response = try await post(endpoint, request.fields, audience: configuration.issuer)
    try OIDCErrors.check(response, now: services.clock.now())
    let reference = try response.json().requiredString("request_uri")
    return [("client_id", request.clientID), ("request_uri", reference)]
  }
}
