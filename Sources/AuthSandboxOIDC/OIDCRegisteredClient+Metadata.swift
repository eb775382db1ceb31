import AuthCore
import AuthCrypto

extension OIDCRegisteredClient {
  /// Reads the metadata of a registration (RFC 7591 §2).
  ///
  /// - Parameters:
  ///   - id: the new client's id.
  ///   - metadata: the body of the request. Unknown members are ignored.
  ///   - secret: the client's secret, if it authenticates with one.
  /// - Throws: `invalid_client_metadata` or `invalid_redirect_uri`.
  init(id: String, metadata: JSONObject, secret: String) throws(OIDCFailure) {
    let method = try Self.text(metadata, "token_endpoint_auth_method") ?? Authentication.secretInHeader.rawValue
    guard let authentication = Authentication(rawValue: method) else {
      throw OIDCVendor.invalidMetadata(
        "token_endpoint_auth_method must be one of the metadata's token_endpoint_auth_methods_supported.")
    }
    let grants = try Self.texts(metadata, "grant_types") ?? ["authorization_code"]
    guard Set(grants).isSubset(of: Self.allGrants) else {
      throw OIDCVendor.invalidMetadata(
        "grant_types must contain only values of the metadata's grant_types_supported.")
    }
    guard authentication != .none || Set(grants).isSubset(of: Self.userGrants) else {
      throw OIDCVendor.invalidMetadata(
        "The grant_types of a client without a credential must not contain client_credentials or token exchange.")
    }
    guard try Self.texts(metadata, "response_types") ?? ["code"] == ["code"] || !grants.contains("authorization_code")
    else { throw OIDCVendor.invalidMetadata("response_types must have only the element code.") }
    let redirects = try Self.texts(metadata, "redirect_uris") ?? []
    let postLogout = try Self.texts(metadata, "post_logout_redirect_uris") ?? []
    guard redirects.allSatisfy(OIDCRedirectURI.isAcceptable), postLogout.allSatisfy(OIDCRedirectURI.isAcceptable),
      !redirects.isEmpty || !grants.contains("authorization_code")
    else {
      throw OIDCFailure(
        error: "invalid_redirect_uri",
        description:
          "redirect_uris is missing, or a URI is not absolute, has a fragment, or is http outside of loopback. Correct "
          + "the URIs.")
    }
    self.init(
      id: id, name: try Self.text(metadata, "client_name") ?? "Registered client", authentication: [authentication],
      redirectURIs: redirects)
    postLogoutRedirectURIs = postLogout
    grantTypes = Set(grants)
    if authentication == .secretInHeader || authentication == .secretInForm { self.secret = secret }
    try readKeys(metadata, authentication)
    let algorithm = try Self.text(metadata, "id_token_signed_response_alg").map { JWSAlgorithm(rawValue: $0) } ?? .rs256
    guard let algorithm, [.es256, .rs256].contains(algorithm) else {
      throw OIDCVendor.invalidMetadata("id_token_signed_response_alg must be ES256 or RS256.")
    }
    identityAlgorithm = algorithm
    backChannelLogoutURI = try Self.text(metadata, "backchannel_logout_uri")
    if let backChannelLogoutURI, Origin(backChannelLogoutURI)?.isAcceptable != true {
      throw OIDCVendor.invalidMetadata("backchannel_logout_uri must be https, or http on loopback.")
    }
    requiresPushedAuthorization = metadata["require_pushed_authorization_requests"]?.boolValue ?? false
    requiresDPoP = metadata["dpop_bound_access_tokens"]?.boolValue ?? false
  }

  private mutating func readKeys(_ metadata: JSONObject, _ authentication: Authentication) throws(OIDCFailure) {
    keysURL = try Self.text(metadata, "jwks_uri")
    if let json = metadata["jwks"] {
      do throws(AuthError) { keys = try JWKSet(json: json) } catch {
        throw OIDCVendor.invalidMetadata("jwks must be a key set (RFC 7517 §5).")
      }
    }
    guard keys == nil || keysURL == nil else {
      throw OIDCVendor.invalidMetadata("jwks and jwks_uri must not both be present.")
    }
    guard authentication != .privateKey || keys?.keys.isEmpty == false || keysURL != nil else {
      throw OIDCVendor.invalidMetadata("private_key_jwt needs jwks or jwks_uri.")
    }
  }

  /// The client's metadata, as a registration returns them (RFC 7591 §3.2.1).
  var metadata: JSONObject {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    var metadata: JSONObject = ["client_id": .string(id), "client_name": .string(name)]
    if let secret {
      metadata["client_secret"] = .string(secret)
      metadata["client_secret_expires_at"] = 0
    }
    metadata["token_endpoint_auth_method"] = authentication.first.map { .string($0.rawValue) }
    metadata["grant_types"] = list(grantTypes.sorted())
    metadata["response_types"] = grantTypes.contains("authorization_code") ? ["code"] : []
    metadata["redirect_uris"] = list(redirectURIs)
    if !postLogoutRedirectURIs.isEmpty { metadata["post_logout_redirect_uris"] = list(postLogoutRedirectURIs) }
    metadata["jwks"] = keys?.json
    metadata["jwks_uri"] = keysURL.map { .string($0) }
    metadata["id_token_signed_response_alg"] = identityAlgorithm.map { .string($0.rawValue) }
    metadata["backchannel_logout_uri"] = backChannelLogoutURI.map { .string($0) }
    metadata["require_pushed_authorization_requests"] = .bool(requiresPushedAuthorization)
    metadata["dpop_bound_access_tokens"] = .bool(requiresDPoP)
    return metadata
  }

  private static func text(_ metadata: JSONObject, _ name: String) throws(OIDCFailure) -> String? {
    guard let value = metadata[name] else { return nil }
    guard let text = value.stringValue else { throw OIDCVendor.invalidMetadata("\(name) must be a string.") }
    return text
  }

  private static func texts(_ metadata: JSONObject, _ name: String) throws(OIDCFailure) -> [String]? {
    guard let value = metadata[name] else { return nil }
    guard let elements = value.arrayValue, elements.allSatisfy({ $0.stringValue != nil }) else {
      throw OIDCVendor.invalidMetadata("\(name) must be an array of strings.")
    }
    return elements.compactMap(\.stringValue)
  }
}
