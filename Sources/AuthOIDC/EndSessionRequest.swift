import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The request to the page on which an issuer ends its session in the browser (OpenID Connect RP-Initiated Logout §2).
struct EndSessionRequest: Sendable {
  /// The page with the request's parameters.
  let url: URL
  /// The URL to which the page redirects; nil for none.
  let redirectURL: URL?

  /// The claim of a session that contains the page's address, because a new process has no metadata.
  static let endpointClaim = "end_session_endpoint"

  /// Makes the request; nil if no page is known, or if the page needs a URL to redirect to and none is configured.
  ///
  /// - Parameters:
  ///   - session: the session that ends.
  ///   - configuration: the instance's configuration.
  ///   - metadata: the issuer's metadata, if they were fetched.
  ///   - random: makes the random value that the redirect repeats (`state`).
  init?(_ session: Session, _ configuration: OIDCConfiguration, _ metadata: OIDCMetadata?, random: any RandomSource) {
    let endpoint =
      metadata?.endSessionEndpoint
      ?? session.claims[Self.endpointClaim]?.stringValue.flatMap(OIDCMetadata.page)
    guard let endpoint else { return nil }
    let parameter = configuration.differences.signOutParameter
    // A page with a non-standard parameter needs it.
    guard configuration.postLogoutRedirectURL != nil || parameter == OIDCPreset.Values().signOutParameter else {
      return nil
    }
    var query: [(name: String, value: String)] = []
    // A client that registered itself is named in the audience of its ID tokens.
    if let client = configuration.clientID ?? session.claims["aud"]?.stringValue { query.append(("client_id", client)) }
    if let identity = session.tokens.identity { query.append(("id_token_hint", identity.revealText())) }
    if let back = configuration.postLogoutRedirectURL {
      query.append((parameter, back.absoluteString))
      query.append(("state", random.token()))
    }
    guard let url = OIDCMetadata.page(endpoint, adding: query) else { return nil }
    self.url = url
    redirectURL = configuration.postLogoutRedirectURL
  }
}
