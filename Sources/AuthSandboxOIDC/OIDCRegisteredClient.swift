import AuthCore
import AuthCrypto

/// A registered client (RFC 7591 §2).
struct OIDCRegisteredClient: Sendable {
  /// How a client authenticates at the endpoints (RFC 7591 §2, `token_endpoint_auth_method`).
  enum Authentication: String, Sendable, CaseIterable {
    case none
    case secretInHeader = "client_secret_basic"
    case secretInForm = "client_secret_post"
    case privateKey = "private_key_jwt"
  }

  let id: String
  var name: String
  /// The ways of authentication that the client may use.
  var authentication: Set<Authentication>
  var secret: String?
  /// The keys that verify the client's assertions, or their URL.
  var keys: JWKSet?
  var keysURL: String?
  var redirectURIs: [String]
  var postLogoutRedirectURIs: [String] = []
  var grantTypes: Set<String> = Self.userGrants
  /// The algorithm of its ID tokens; nil for the provider's.
  var identityAlgorithm: JWSAlgorithm?
  /// Where logout tokens are sent (OpenID Connect Back-Channel Logout §2.2); nil for a client that gets none.
  var backChannelLogoutURI: String?
  var requiresPushedAuthorization = false
  var requiresDPoP = false

  /// A client without its own credential (RFC 6749 §2.1).
  var isPublic: Bool { authentication == [.none] }

  static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
  static let exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
  static let userGrants: Set = ["authorization_code", "refresh_token", deviceGrant]
  static let allGrants: Set = userGrants.union(["client_credentials", exchangeGrant])
}
