import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCVendor {
  /// How long an assertion may be valid, in seconds.
  private static let assertionLifetime: Int64 = 3600

  /// The accepted algorithms of assertions, as the metadata announce them.
  static let assertionAlgorithms: [JWSAlgorithm] = [.es256, .es384, .es512, .edDSA, .rs256, .ps256]

  /// Authenticates the client of a request.
  ///
  /// - Throws: `invalid_client` or `invalid_request`.
  mutating func authenticate(
    _ request: SandboxRequest, _ parameters: OIDCParameters, _ world: SandboxWorld
  ) throws(OIDCFailure) -> OIDCRegisteredClient {
    let credential = try OIDCClientCredential(request, parameters)
    let policy = world.oidcPolicy
    switch credential {
    case .none(let id):
      guard let client = clients.client(id, policy), client.authentication.contains(.none) else {
        throw .invalidClient(isBasic: false)
      }
      return client
    case .secret(let id, let secret, let kind):
      let isBasic = kind == .secretInHeader
      guard let client = clients.client(id, policy), client.authentication.contains(kind),
        let known = client.secret, ConstantTime.equal(known, secret)
      else { throw .invalidClient(isBasic: isBasic) }
      return client
    case .assertion(let id, let assertion):
      guard let client = clients.client(id, policy), client.authentication.contains(.privateKey),
        let verified = verified(assertion, of: client, request, world),
        consume(assertion: verified, of: client, world)
      else { throw .invalidClient(isBasic: false) }
      return client
    }
  }

  /// Verifies an assertion (RFC 7523 §3); nil if it is not valid. Its audience is the issuer, the token endpoint or the
  /// endpoint of the request (RFC 9126 §2).
  private func verified(
    _ assertion: String, of client: OIDCRegisteredClient, _ request: SandboxRequest, _ world: SandboxWorld
  ) -> VerifiedJWT? {
    let issuer = world.oidcIssuer
    var rules = JWTValidationRules(
      algorithms: Set(Self.assertionAlgorithms), types: ["JWT", "client-authentication+jwt"],
      allowsMissingType: true, issuer: client.id, audiences: [issuer, issuer + "/token", issuer + request.route],
      requiredClaims: ["sub", "jti"])
    rules.subject = client.id
    do throws(AuthError) {
      let keys = if let known = client.keys { known } else { try request.keySet?.get() }
      guard let keys else { return nil }
      let verified = try JWTVerifier(rules).verify(assertion, with: keys, at: world.now)
      let isShort = verified.expiresAt.timeIntervalSince(world.now) <= Double(Self.assertionLifetime)
      return isShort ? verified : nil
    } catch {
      return nil
    }
  }

  /// Remembers the `jti` of an assertion. Returns false if the assertion has none, or if the client has used it before.
  private mutating func consume(
    assertion: VerifiedJWT, of client: OIDCRegisteredClient, _ world: SandboxWorld
  ) -> Bool {
    let time = world.unixTime
    guard let id = assertion["jti"]?.stringValue, !id.isEmpty else { return false }
    let name = client.id + " " + id
    guard assertions.value(name, at: time) == nil else { return false }
    assertions.put(name, true, until: time + Self.assertionLifetime + 120, at: time)
    return true
  }
}
