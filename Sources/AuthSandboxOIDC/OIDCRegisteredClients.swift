import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The clients: three permanent ones, whose ids and keys a restart keeps, and those that registered themselves.
struct OIDCRegisteredClients: Sendable {
  /// A client of an app, without a credential.
  let publicID: String
  /// A client of a service, with a secret in the header or in the form.
  let secretID: String
  let secret: String
  /// A client of a service, with a private key (ES256).
  let keyID: String
  let keyName: String
  let keyPEM: String
  private let keys: JWKSet
  private(set) var registered: [String: OIDCRegisteredClient] = [:]
  /// The tokens with which registered clients manage their registrations (RFC 7592), by client.
  private var managementTokens: [String: String] = [:]

  init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    publicID = keyring.entry("oidc.clientId") { random.uuid() }
    secretID = keyring.entry("oidc.secretClientId") { random.uuid() }
    secret = keyring.entry("oidc.clientSecret") { random.token(byteCount: 32) }
    keyID = keyring.entry("oidc.keyClientId") { random.uuid() }
    keyName = keyring.entry("oidc.clientKeyId") { "key_" + random.token(byteCount: 6) }
    keyPEM = keyring.entry("oidc.clientKey") { P256.Signing.PrivateKey().pemRepresentation }
    do throws(AuthError) {
      let key = try JWS.SigningKey(pemRepresentation: keyPEM)
      keys = try JWKSet([JWK(key.verificationKey, keyID: keyName, algorithm: key.algorithm)])
    } catch {
      throw AuthError(
        .storeCorrupt,
        "oidc.clientKey in the sandbox's key file is not a valid key. Delete the file; the sandbox then makes new keys "
          + "and ids.")
    }
  }

  /// Returns the client with this id, as the policy allows it; nil if no client has this id.
  func client(_ id: String, _ policy: OIDCPolicy) -> OIDCRegisteredClient? {
    if let client = registered[id] { return client }
    var client: OIDCRegisteredClient
    switch id {
    case publicID:
      client = OIDCRegisteredClient(id: id, name: "Sandbox app", authentication: [.none], redirectURIs: [])
    case secretID:
      client = OIDCRegisteredClient(
        id: id, name: "Sandbox service", authentication: [.secretInHeader, .secretInForm], secret: secret,
        redirectURIs: [], grantTypes: OIDCRegisteredClient.allGrants)
    case keyID:
      client = OIDCRegisteredClient(
        id: id, name: "Sandbox service with a key", authentication: [.privateKey], keys: keys, redirectURIs: [],
        grantTypes: OIDCRegisteredClient.allGrants)
    default: return nil
    }
    client.redirectURIs = Self.loopback("/callback") + policy.redirectURIs
    client.postLogoutRedirectURIs = Self.loopback("/signed-out") + policy.postLogoutRedirectURIs
    client.backChannelLogoutURI = policy.backChannelLogoutURI
    return client
  }

  /// Adds or replaces a registered client.
  mutating func add(_ client: OIDCRegisteredClient, managementToken: String) {
    registered[client.id] = client
    managementTokens[client.id] = managementToken
  }

  /// Whether a token manages this client's registration.
  func isManaged(_ id: String, by token: String?) -> Bool {
    guard let known = managementTokens[id], let token else { return false }
    return ConstantTime.equal(known, token)
  }

  mutating func remove(_ id: String) {
    registered[id] = nil
    managementTokens[id] = nil
  }

  /// Removes the registered clients.
  mutating func reset() {
    registered = [:]
    managementTokens = [:]
  }

  private static func loopback(_ path: String) -> [String] {
    ["http://127.0.0.1", "http://[::1]", "http://localhost"].map { $0 + path }
  }
}
