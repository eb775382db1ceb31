public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A proof that the sender of one request holds a key (RFC 9449 §4.2): a JWT over method and URL, with a time and a
/// unique id, so that a server can refuse it for another request, later, or a second time.
public struct DPoPProof: Sendable {
  /// The header field that carries it (RFC 9449 §4.1).
  public static let headerName = "DPoP"

  /// The request's method, as sent.
  public let method: String
  /// The request's address; query and fragment are omitted.
  public let url: URL
  /// The access token that is sent with the request, whose hash binds the two; nil without a token.
  public let accessToken: Secret?
  /// The server's last nonce (RFC 9449 §8); nil if the server sends no nonce.
  public let nonce: String?

  /// A proof for one request, yet to be signed.
  public init(method: String, url: URL, accessToken: Secret? = nil, nonce: String? = nil) {
    self.method = method
    self.url = url
    self.accessToken = accessToken
    self.nonce = nonce
  }

  /// The compact JWS, signed by a key that never leaves the key store. Every call makes a new proof.
  ///
  /// - Throws: `key_unavailable` for a key that cannot be reached or read, and the store's errors.
  public func signed(
    with key: KeyReference, by keys: KeyRing, at now: Date, random: any RandomSource
  ) async throws(AuthError) -> String {
    let (publicKey, algorithm) = try Self.verification(of: key)
    let header: JSONObject = ["typ": "dpop+jwt", "jwk": JWK(publicKey, use: nil).json]
    let payload = JSONValue.object(claims(at: now, random: random)).serialized
    let input = JWS.signingInput(payload, header: header, algorithm: algorithm)
    return input + "." + Base64URL.encode(try await keys.sign(Array(input.utf8), with: key))
  }

  /// The claims to sign.
  func claims(at now: Date, random: any RandomSource) -> JSONObject {
    var claims: JSONObject = [
      // 128 random bits, new for every proof.
      "jti": .string(random.token(byteCount: 16)), "htm": .string(method), "htu": .string(target),
      // One second earlier: a server with a coarse clock is late at the turn of a second, and refuses a proof that
      // seems to be from the future (seen with Glewlwyd, one sign-in in fifty).
      "iat": .integer(Int64(now.timeIntervalSince1970) - 1),
    ]
    claims["ath"] = accessToken.map { .string(Base64URL.encode(Array(SHA256.hash(data: $0.revealBytes())))) }
    claims["nonce"] = nonce.map { .string($0) }
    return claims
  }

  /// `htu`: the address without query and fragment (RFC 9449 §4.2).
  var target: String { String(url.absoluteString.prefix { $0 != "?" && $0 != "#" }) }

  private static func verification(
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
