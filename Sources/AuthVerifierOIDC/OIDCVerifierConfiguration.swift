import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a backend needs of a block of the type `oidc`.
struct OIDCVerifierConfiguration: Sendable {
  /// How the backend authenticates at the introspection endpoint.
  struct Introspection: Sendable {
    /// The endpoint; nil for the one in the issuer's metadata.
    let endpoint: URL?
    /// The backend's own client at the issuer.
    let clientID: String
    /// The secret of the backend's client.
    let clientSecret: Secret
    /// The clients whose tokens are accepted if the server does not name an audience: the app's, and further ones.
    let acceptedClients: Set<String>
  }

  /// The issuer, exactly as its metadata and tokens write it.
  let issuer: String
  /// The app's client, which is the audience of ID tokens; nil for an app that registers itself.
  let clientID: String?
  /// The audience of access tokens: the backend's own name at the issuer; nil if access tokens that are JWTs are not
  /// accepted.
  let audience: String?
  /// The accepted values of `typ` of access tokens.
  let accessTokenTypes: Set<String>
  /// Whether ID tokens are accepted.
  let acceptsIdentityTokens: Bool
  /// How opaque tokens are checked; nil if they are not accepted.
  let introspection: Introspection?
  /// The accepted clock difference.
  let leeway: Duration

  /// Reads `issuer` and `clientId`, and of `verifier`: `issuer`, `audience`, `accessTokenTypes`, `identityTokens`,
  /// `introspection` (`endpoint`, `clientId`, `clientSecret`, `acceptedClients`), `leewaySeconds`.
  init(_ block: VerifierBlock) throws(AuthError) {
    var shared = block.shared
    var own = block.own
    clientID = try shared.optionalString("clientId")
    let named = try shared.optionalString("issuer")
    guard let issuer = try own.optionalString("issuer") ?? named else {
      throw own.wrong("issuer", "the issuer of the tokens, because this target does not know the block's preset")
    }
    guard Origin(issuer)?.isAcceptable == true else {
      throw own.wrong("issuer", "https, or http on a loopback address")
    }
    self.issuer = issuer
    audience = try own.optionalString("audience")
    let types = try own.strings("accessTokenTypes")
    accessTokenTypes = types.isEmpty ? ["at+jwt"] : Set(types)
    acceptsIdentityTokens = try own.bool("identityTokens", default: false)
    leeway = .seconds(try own.integer("leewaySeconds", default: 10, in: 0...60))
    introspection = try Self.introspection(&own, clientID)
    try own.finish()
    guard audience != nil || acceptsIdentityTokens || introspection != nil else {
      throw own.wrong("audience", "the audience of access tokens, unless 'identityTokens' or 'introspection' is set")
    }
    try checkClient(own)
  }

  private func checkClient(_ own: ConfigurationReader) throws(AuthError) {
    if let clientID {
      guard audience != clientID else {
        throw own.wrong("audience", "different from 'clientId', which is the audience of ID tokens")
      }
      return
    }
    guard !acceptsIdentityTokens else { throw own.wrong("identityTokens", "false, or 'clientId' in the block") }
    if let introspection, introspection.acceptedClients.isEmpty, audience == nil {
      throw own.wrong("audience", "present, or 'clientId' in the block, or 'introspection.acceptedClients'")
    }
    // Without the app's client, an ID token is told from an access token only by `typ`.
    guard accessTokenTypes == ["at+jwt"] else {
      throw own.wrong("accessTokenTypes", "[\"at+jwt\"], or 'clientId' in the block")
    }
  }

  private static func introspection(
    _ reader: inout ConfigurationReader, _ appClient: String?
  ) throws(AuthError) -> Introspection? {
    guard var block = try reader.object("introspection") else { return nil }
    let endpoint = try block.optionalBaseURL("endpoint")
    let client = try block.string("clientId")
    guard let secret = try block.optionalSecret("clientSecret") else {
      throw block.wrong("clientSecret", "a reference to the secret of the backend's own client")
    }
    let further = try block.strings("acceptedClients")
    try block.finish()
    let clients = [appClient].compactMap { $0 } + further
    return Introspection(endpoint: endpoint, clientID: client, clientSecret: secret, acceptedClients: Set(clients))
  }
}
