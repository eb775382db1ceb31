import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// A pushed authorisation request (RFC 9126).
  struct Pushed: Sendable {
    let clientID: String
    let parameters: OIDCParameters
  }

  private static let requestURIPrefix = "urn:ietf:params:oauth:request_uri:"

  /// `POST /par` (RFC 9126 §2.1).
  mutating func push(_ request: SandboxRequest, _ world: SandboxWorld) throws(OIDCFailure) -> SandboxResponse {
    var parameters = try OIDCParameters(form: request)
    let client = try authenticate(request, parameters, world)
    guard parameters["request_uri"] == nil else {
      throw .invalidRequest("A pushed request must not contain request_uri. Send the parameters themselves.")
    }
    if let named = parameters["client_id"], named != client.id {
      throw .invalidRequest("client_id is not the client that authenticated. Send the id of that client.")
    }
    if let thumbprint = try proof(request, token: nil, world) {
      // RFC 9449 §10.1.
      guard parameters["dpop_jkt"] ?? thumbprint == thumbprint else {
        throw Self.invalidProof("dpop_jkt is not the thumbprint of the key of the proof. Send one of the two.")
      }
      parameters = parameters.setting("dpop_jkt", to: thumbprint)
    }
    let policy = world.oidcPolicy
    _ = try OIDCAuthorizationRequest(
      parameters, client: client, redirectURI: try Self.redirectURI(parameters, client), policy: policy)
    let time = world.unixTime
    let uri = Self.requestURIPrefix + world.random.token(byteCount: 24)
    pushed.put(
      uri, Pushed(clientID: client.id, parameters: parameters), until: time + policy.requestURISeconds, at: time)
    let answer: JSONValue = ["request_uri": .string(uri), "expires_in": .integer(policy.requestURISeconds)]
    return SandboxResponse.json(answer, status: 201).withoutStorage
  }

  /// The parameters that a client pushed. They can be read only once.
  ///
  /// - Throws: `invalid_request_uri` for an unknown, expired or used URI, or one of another client.
  mutating func pushedParameters(
    _ uri: String, _ client: OIDCRegisteredClient, _ world: SandboxWorld
  ) throws(OIDCFailure) -> OIDCParameters {
    guard let found = pushed.take(uri, at: world.unixTime), found.clientID == client.id else {
      throw OIDCFailure(
        error: "invalid_request_uri",
        description: "request_uri is unknown, was used before, has expired, or was issued to another client. "
          + "Push the request again.")
    }
    return found.parameters
  }
}
