import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The metadata with which a client registers itself (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2).
struct RegistrationRequest: Sendable {
  let json: JSONValue

  /// Describes the client of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: the client's configuration.
  ///   - registration: its block `registration`.
  ///   - metadata: the issuer's.
  init(_ configuration: OIDCConfiguration, _ registration: OIDCRegistration, _ metadata: OIDCMetadata) {
    let authentication = Self.authentication(configuration, metadata)
    var object: JSONObject = [
      "grant_types": .array(Self.grants(configuration, metadata).map { .string($0) }),
      "token_endpoint_auth_method": .string(authentication.method),
    ]
    object["client_name"] = registration.clientName.map { .string($0) }
    object["jwks"] = authentication.key.map { key -> JSONValue in ["keys": [key.json]] }
    if !configuration.scopes.isEmpty { object["scope"] = .string(configuration.scopes.joined(separator: " ")) }
    if let url = configuration.redirectURL {
      object["redirect_uris"] = [.string(url.absoluteString)]
      object["response_types"] = ["code"]
      // Only a service has its own page at an https address of another host (RFC 8252 §7).
      let isWeb = Origin(url)?.isLoopback == false
      object["application_type"] = isWeb ? "web" : "native"
    }
    if let url = configuration.postLogoutRedirectURL {
      object["post_logout_redirect_uris"] = [.string(url.absoluteString)]
    }
    if configuration.dpop == .required { object["dpop_bound_access_tokens"] = true }
    if configuration.usesCertificate { object["tls_client_certificate_bound_access_tokens"] = true }
    json = .object(object)
  }

  private static func grants(_ configuration: OIDCConfiguration, _ metadata: OIDCMetadata) -> [String] {
    switch configuration.method {
    case .clientCredentials?: return ["client_credentials"]
    case .tokenExchange?: return ["urn:ietf:params:oauth:grant-type:token-exchange"]
    default:
      let page = configuration.redirectURL == nil ? [] : ["authorization_code"]
      let device = metadata.deviceEndpoint == nil ? [] : ["urn:ietf:params:oauth:grant-type:device_code"]
      return page + ["refresh_token"] + device
    }
  }

  /// The method of the client's authentication, and its public key, if it has one.
  private static func authentication(
    _ configuration: OIDCConfiguration, _ metadata: OIDCMetadata
  ) -> (method: String, key: JWK?) {
    let isInForm = configuration.secretPlace.map { $0 == .form } ?? metadata.takesSecretInForm
    let secret = isInForm ? "client_secret_post" : "client_secret_basic"
    return switch configuration.clientAuthentication {
    case .privateKey(let key, let keyID):
      ("private_key_jwt", JWK(key.verificationKey, keyID: keyID, algorithm: key.algorithm))
    case .certificate: ("self_signed_tls_client_auth", nil)
    // A service gets a secret from the issuer; an app on a user's device gets none.
    case .none: (configuration.actsForItself ? secret : "none", nil)
    case .secret, .signedSecret: (secret, nil)
    }
  }
}
