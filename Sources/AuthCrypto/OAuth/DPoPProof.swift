public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A proof that the sender of a request holds a key (RFC 9449 §4.2). It is a JWT with the request's method and URL, a
/// time and a unique id, so that a server can refuse a proof that was made for another request, is too old, or is used
/// a second time.
public struct DPoPProof: Sendable {
  /// The name of the header field for the proof (RFC 9449 §4.1).
  public static let headerName = "DPoP"

  /// The request's method, as sent.
  public let method: String
  /// The request's URL. The proof omits the URL's query and fragment.
  public let url: URL
  /// The access token that is sent with the request. The proof contains the token's hash, which binds the proof to the
  /// token. Nil if no token is sent.
  public let accessToken: Secret?
  /// The server's last nonce (RFC 9449 §8); nil if the server does not send one.
  public let nonce: String?

  /// Creates an unsigned proof for one request.
  public init(method: String, url: URL, accessToken: Secret? = nil, nonce: String? = nil) {
    self.method = method
    self.url = url
    self.accessToken = accessToken
    self.nonce = nonce
  }

  /// Signs the proof with a key in a key store, and returns the JWS in compact serialisation. Every call creates a new
  /// proof with a new `jti`.
  ///
  /// - Throws: `key_unavailable` if the public key in `key` cannot be read, and the errors of the key store.
  public func signed(
    with key: KeyReference, by keys: KeyRing, at now: Date, random: any RandomSource
  ) async throws(AuthError) -> String {
    let (publicKey, algorithm) = try Self.verification(of: key)
    let header: JSONObject = ["typ": "dpop+jwt", "jwk": JWK(publicKey, use: nil).json]
    let payload = JSONValue.object(claims(at: now, random: random)).serialized
    let input = JWS.signingInput(payload, header: header, algorithm: algorithm)
    return input + "." + Base64URL.encode(try await keys.sign(Array(input.utf8), with: key))
  }

  /// Returns the claims to sign.
  func claims(at now: Date, random: any RandomSource) -> JSONObject {
    var claims: JSONObject = [
      // 128 random bits, new for every proof.
      "jti": .string(random.token(byteCount: 16)), "htm": .string(method), "htu": .string(target),
      // The time is one second before `now`, because a server whose clock is a fraction of a second behind refuses a
      // proof from the future (observed with Glewlwyd, in one of fifty sign-ins).
      "iat": .integer(Int64(now.timeIntervalSince1970) - 1),
    ]
    claims["ath"] = accessToken.map { .string(Base64URL.encode(Array(SHA256.hash(data: $0.revealBytes())))) }
    claims["nonce"] = nonce.map { .string($0) }
    return claims
  }

  /// `htu`: the URL without query and fragment (RFC 9449 §4.2).
  var target: String { String(url.absoluteString.prefix { $0 != "?" && $0 != "#" }) }

  static func verification(
    of key: KeyReference
  ) throws(AuthError) -> (key: JWS.VerificationKey, algorithm: JWSAlgorithm) {
    do {
      switch key.algorithm {
      case .p256: return (.p256(try P256.Signing.PublicKey(compressedRepresentation: key.publicKey)), .es256)
      case .ed25519: return (.ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: key.publicKey)), .edDSA)
      }
    } catch {
      throw AuthError(.keyUnavailable, "The session's public key cannot be read. Sign in again.", recovery: .signIn)
    }
  }
}

extension DPoPProof: Redacting {
  /// The method and the URL of the request.
  public var shownParts: KeyValuePairs<String, String> {
    ["method": method, "url": RedactedURL.text(url)]
  }
}
