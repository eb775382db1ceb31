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
  let clients: OIDCClients
  let proofs: RequestProofs
  let services: ProviderServices

  /// Posts a form to an endpoint where the client authenticates.
  ///
  /// - Parameters:
  ///   - url: the endpoint.
  ///   - fields: the form's fields, without those that authenticate the client.
  ///   - key: the key whose possession the request proves; nil for none.
  ///   - bearer: an access token that authorises the request instead of the client's authentication; nil for none.
  ///   - audience: the audience of a client assertion; nil for the token endpoint.
  /// - Throws: errors of fetching the metadata, of signing, and of the transport. A response with any status is
  ///   returned.
  func post(
    _ url: URL, _ fields: [(name: String, value: String)], key: KeyReference? = nil, bearer: Secret? = nil,
    audience: String? = nil
  ) async throws(AuthError) -> TransportResponse {
    let metadata = try await issuer.known().metadata
    let client = try await clients.current()
    let response = try await proofs.send(by: services.transport, key: key) { () throws(AuthError) in
      var fields = fields
      var headers: HTTPHeaders = ["Accept": "application/json"]
      if let bearer {
        headers["Authorization"] = "Bearer " + bearer.revealText()
      } else {
        // Each attempt needs a new assertion, because a `jti` is accepted only once.
        try client.authentication.apply(
          to: &fields, &headers, clientID: client.id, audience: audience ?? metadata.tokenEndpoint.absoluteString,
          secretIn: client.secretPlace(configuration, metadata), issuer: configuration.issuer,
          now: services.clock.now(), random: services.random)
      }
      var request = TransportRequest.form(url, fields, headers: headers)
      request.timeout = .seconds(20)
      request.responseSizeLimit = 262_144
      return request
    }
    if OIDCErrors.code(of: response) == "invalid_client" { try await clients.forget(client.id) }
    return response
  }

  /// The field with the requested scopes; none if no scopes are requested.
  var scopeFields: [(name: String, value: String)] {
    configuration.scopes.isEmpty ? [] : [(name: "scope", value: configuration.scopes.joined(separator: " "))]
  }

  /// The fields that name the APIs of the access token (RFC 8707 §2.2).
  var resourceFields: [(name: String, value: String)] {
    configuration.resources.map { (name: "resource", value: $0) }
  }
}
