import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The issuer's policy, as `POST /sandbox/policy` sets it.
struct OIDCPolicy: Sendable {
  private let members: JSONObject

  init(_ members: JSONObject) { self.members = members }

  var accessTokenSeconds: Int64 { seconds("accessTokenSeconds", 600) }
  var refreshTokenSeconds: Int64 { seconds("refreshTokenSeconds", 30 * 86_400) }
  var idTokenSeconds: Int64 { seconds("idTokenSeconds", 600) }
  var codeSeconds: Int64 { seconds("codeSeconds", 60) }
  var requestURISeconds: Int64 { seconds("requestURISeconds", 60) }
  var deviceSeconds: Int64 { seconds("deviceSeconds", 600) }
  var deviceIntervalSeconds: Int64 { seconds("deviceIntervalSeconds", 5) }
  var sessionSeconds: Int64 { seconds("sessionSeconds", 86_400) }
  var dpopNonceSeconds: Int64 { seconds("dpopNonceSeconds", 300) }
  /// How long a used refresh token still gets a response; 0: its first reuse ends the grant.
  var refreshReuseGraceSeconds: Int64 { seconds("refreshReuseGraceSeconds", 0) }

  /// Whether a refresh returns a new refresh token.
  var rotatesRefreshTokens: Bool { flag("rotateRefreshTokens", true) }
  var requiresPushedAuthorization: Bool { flag("requirePushedAuthorization", false) }
  var requiresDPoP: Bool { flag("requireDPoP", false) }
  var requiresDPoPNonce: Bool { flag("requireDPoPNonce", false) }
  var issuesOpaqueTokens: Bool { flag("opaqueAccessTokens", false) }

  /// The identifier of the user whom the issuer signs in without a page; nil shows the page.
  var signInAs: String? { text("signInAs") }
  /// The error with which every authorisation request ends; nil for none.
  var authorizationError: String? { text("authorizationError") }
  /// The back-channel logout URI of the sandbox's own clients; nil for none.
  var backChannelLogoutURI: String? { text("backChannelLogoutURI") }
  /// Redirect URIs of the sandbox's own clients, besides those on loopback.
  var redirectURIs: [String] { texts("redirectURIs") }
  var postLogoutRedirectURIs: [String] { texts("postLogoutRedirectURIs") }
  /// Scopes of APIs that the issuer grants, besides its own.
  var scopes: [String] { texts("scopes") }

  /// The algorithm of ID tokens and access tokens.
  var algorithm: JWSAlgorithm { text("algorithm") == "RS256" ? .rs256 : .es256 }

  /// The injected faults.
  var tampering: Set<OIDCTampering> { Set(texts("tamper").compactMap(OIDCTampering.init(rawValue:))) }

  private func seconds(_ name: String, _ usual: Int64) -> Int64 { max(0, members[name]?.integerValue ?? usual) }
  private func flag(_ name: String, _ usual: Bool) -> Bool { members[name]?.boolValue ?? usual }
  private func text(_ name: String) -> String? { members[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// The strings of an array, or a single string.
  private func texts(_ name: String) -> [String] {
    members[name]?.stringValue.map { [$0] } ?? members[name]?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}

extension SandboxWorld {
  /// The OpenID issuer's policy.
  var oidcPolicy: OIDCPolicy { OIDCPolicy(policy("oidc")) }
}
