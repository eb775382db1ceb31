public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PrivyProvider: RequestAuthorizing {
  /// The origins that may receive credentials.
  public var origins: [Origin] { configuration.origins }

  /// Returns the request with the app's access token as its bearer token. A request to the vendor also gets the headers
  /// that identify the app. `privy_access_token` is sent only to renew the session, because it is the vendor's own and
  /// not for the app's backend.
  ///
  /// - Throws: `not_signed_in` for a session without an access token and, for a request to the vendor, the record
  ///   store's errors.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let access = session.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token. Sign in again.", provider: id)
    }
    var authorized = request
    if isVendor(request) {
      for field in try await api.headers().fields where authorized.headers[field.name] == nil {
        authorized.headers[field.name] = field.value
      }
    }
    authorized.headers["Authorization"] = "Bearer " + access.revealText()
    return authorized
  }

  /// Whether a response is a 401 that does not ask for a second factor. If it asks for one, a renewal would not help
  /// (P56).
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    guard response.status == 401 else { return false }
    let code = error(behind: response).code
    return code != .mfaRequired && code != .mfaEnrollmentRequired
  }

  /// The proofs of the sessions' keys, for requests to the app's own servers; nil if sessions have no keys.
  public func proofs(for request: TransportRequest) -> RequestProofs? { isVendor(request) ? nil : proofs }

  /// The name of the header field for a second factor's token (P14).
  package static let mfaTokenHeader = "privy-mfa-token"

  /// Whether a request is sent to the vendor, which needs the headers that identify the app.
  private func isVendor(_ request: TransportRequest) -> Bool {
    let url = request.url.absoluteString
    return [configuration.authBaseURL, configuration.apiBaseURL].contains { url.hasPrefix($0.absoluteString + "/") }
  }
}
