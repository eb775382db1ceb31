public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks proofs of possession at a server (RFC 9449 §4.3): a resource server checks the proof of a request with an
/// access token, an authorisation server the proof of a token request.
///
/// A proof is accepted once. `replays` contains the proofs that were accepted; several hosts of one server share one
/// memory. Nonces prevent proofs that were made in advance; only if their lifetime is shorter than `maximumAge`, they
/// also shorten the time in which a proof can be repeated at another host.
public struct DPoPVerifier: Sendable {
  /// The algorithms that a server can accept. All are asymmetric (RFC 9449 §4.3, step 5).
  public static let supportedAlgorithms: Set<JWSAlgorithm> = [
    .es256, .es384, .es512, .edDSA, .rs256, .rs384, .rs512, .ps256, .ps384, .ps512,
  ]

  /// The accepted algorithms.
  public let algorithms: Set<JWSAlgorithm>
  /// How old a proof may be.
  public let maximumAge: Duration
  /// The largest accepted difference between the client's clock and this one.
  public let leeway: Duration
  /// The nonces that proofs must contain; nil if none is required.
  public let nonces: DPoPNonces?
  private let replays: any ReplayMemory

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - algorithms: the accepted algorithms; others than those in `supportedAlgorithms` are ignored.
  ///   - maximumAge: how old a proof may be; a minute is enough for a request that was sent immediately.
  ///   - leeway: the largest accepted difference between the clocks.
  ///   - nonces: the nonces that proofs must contain (RFC 9449 §8, §9); nil if none is required.
  ///   - replays: the memory of accepted proofs.
  public init(
    algorithms: Set<JWSAlgorithm> = supportedAlgorithms, maximumAge: Duration = .seconds(60),
    leeway: Duration = .seconds(5), nonces: DPoPNonces? = nil, replays: any ReplayMemory
  ) {
    self.algorithms = algorithms.intersection(Self.supportedAlgorithms)
    self.maximumAge = maximumAge
    self.leeway = leeway
    self.nonces = nonces
    self.replays = replays
  }

  /// Checks the proof of a request, and remembers it.
  ///
  /// - Parameters:
  ///   - proofs: the values of every field `DPoP` of the request; exactly one is required.
  ///   - method: the request's method.
  ///   - url: the request's URL as the client sees it. Behind a proxy, this is the public address.
  ///   - accessToken: the access token of the request; nil at a token endpoint.
  ///   - thumbprint: the thumbprint of the key that the token is bound to (`cnf.jkt`). A proof of another key is
  ///     refused before it is remembered, so that a client cannot fill the memory with its own keys. Nil at a token
  ///     endpoint.
  ///   - now: the time.
  /// - Returns: the thumbprint (RFC 7638) of the key of the proof, to which a token endpoint binds its tokens.
  /// - Throws: `DPoPRefusal`.
  public func verify(
    _ proofs: [String], method: String, url: URL, accessToken: Secret?, keyThumbprint thumbprint: String? = nil,
    at now: Date
  ) async throws(DPoPRefusal) -> String {
    let checked = try checked(proofs, method: method, url: url, accessToken: accessToken, at: now)
    if let thumbprint, !ConstantTime.equal(checked.thumbprint, thumbprint) { throw .invalid(.otherKey) }
    switch await replays.remember(checked.identifier, until: checked.expiry, at: now) {
    case .new: return checked.thumbprint
    case .known: throw .invalid(.replay)
    case .full: throw .overloaded
    }
  }

  /// A proof that passes every check except the one for a replay.
  package struct Checked: Sendable {
    /// The thumbprint of the key.
    package let thumbprint: String
    /// What a memory of accepted proofs remembers.
    package let identifier: String
    /// The time after which the proof is too old.
    package let expiry: Date
  }

  /// Checks a proof as `verify` does, but does not remember it: for a server that remembers proofs in its own state,
  /// such as the sandbox, which handles requests synchronously.
  package func checked(
    _ proofs: [String], method: String, url: URL, accessToken: Secret?, at now: Date
  ) throws(DPoPRefusal) -> Checked {
    guard proofs.count == 1, let proof = proofs.first else { throw .invalid(.fieldCount) }
    let jws: JWS
    do throws(AuthError) { jws = try JWS(compact: proof) } catch { throw .invalid(.format) }
    guard jws.type?.lowercased() == "dpop+jwt", algorithms.contains(jws.algorithm) else { throw .invalid(.header) }
    let key = try Self.key(of: jws)
    guard key.allows(jws.algorithm), let thumbprint = key.thumbprint else { throw .invalid(.key) }
    do throws(AuthError) { try jws.verify(with: key.key) } catch { throw .invalid(.signature) }
    let claims = try Self.claims(of: jws)
    guard (claims["htm"]?.stringValue).hasSameBytes(as: method) else { throw .invalid(.method) }
    guard let target = (claims["htu"]?.stringValue).flatMap(DPoPTarget.init),
      target == DPoPTarget(url.absoluteString)
    else { throw .invalid(.target) }
    if let accessToken { try Self.check(claims["ath"], of: accessToken) }
    // The nonce first: a client whose clock is wrong must get one (RFC 9449 §11.1).
    try checkNonce(claims["nonce"], now)
    let expiry = try checkedExpiry(claims, now)
    guard let id = claims["jti"]?.stringValue, !id.isEmpty else { throw .invalid(.identifier) }
    let digest = Base64URL.encode(Array(SHA256.hash(data: Array((thumbprint + "." + id).utf8))))
    return Checked(thumbprint: thumbprint, identifier: digest, expiry: expiry)
  }

  /// Returns the key in the header, which must be a public key (RFC 9449 §4.3, step 7).
  private static func key(of jws: JWS) throws(DPoPRefusal) -> JWK {
    guard let members = jws.header["jwk"], members.objectValue != nil,
      !["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains(where: { members[$0] != nil })
    else { throw .invalid(.key) }
    do throws(AuthError) { return try JWK(json: members) } catch { throw .invalid(.key) }
  }

  private static func claims(of jws: JWS) throws(DPoPRefusal) -> JSONObject {
    do throws(JSONError) {
      if let claims = try JSONValue(parsing: jws.payload, depthLimit: 8).objectValue { return claims }
    } catch {
      // The refusal does not say where the text is malformed.
    }
    throw .invalid(.format)
  }

  private static func check(_ claim: JSONValue?, of token: Secret) throws(DPoPRefusal) {
    let expected = Base64URL.encode(Array(SHA256.hash(data: token.revealBytes())))
    guard let given = claim?.stringValue, ConstantTime.equal(given, expected) else { throw .invalid(.accessToken) }
  }

  /// Returns the time after which the proof is too old and need not be remembered.
  private func checkedExpiry(_ claims: JSONObject, _ now: Date) throws(DPoPRefusal) -> Date {
    guard let issued = claims["iat"]?.numberValue, issued >= 0, issued <= 0x1p53 else { throw .invalid(.time) }
    let expiry = issued + maximumAge.seconds + leeway.seconds
    guard issued <= now.timeIntervalSince1970 + leeway.seconds, now.timeIntervalSince1970 < expiry else {
      throw .invalid(.time)
    }
    return Date(timeIntervalSince1970: expiry)
  }

  private func checkNonce(_ claim: JSONValue?, _ now: Date) throws(DPoPRefusal) {
    guard let nonces else { return }
    guard let given = claim?.stringValue, nonces.accepts(given, at: now) else {
      throw .nonceRequired(nonces.current(at: now))
    }
  }
}
