import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A proof of possession for one request (RFC 9449 §4.2).
struct DPoPProof: Sendable {
  /// The request's method.
  let method: String
  /// The request's address; query and fragment are left out.
  let url: URL
  /// The access token that goes with it, if any.
  let token: Secret?
  /// The server's last nonce, if it gives any.
  let nonce: String?

  /// What is signed.
  func claims(at now: Date, random: any RandomSource) -> JSONObject {
    var claims: JSONObject = [
      // 128 random bits, fresh for every request, the repeated one too.
      "jti": .string(random.token(byteCount: 16)), "htm": .string(method), "htu": .string(Self.target(url)),
      // The second before: a server that reads its clock by ticks is late at the turn of a second, and refuses a proof
      // that seems to come from the future (seen with Glewlwyd, one sign-in in fifty).
      "iat": .integer(Int64(now.timeIntervalSince1970) - 1),
    ]
    if let token {
      claims["ath"] = .string(Base64URL.encode(Array(SHA256.hash(data: token.revealBytes()))))
    }
    claims["nonce"] = nonce.map { .string($0) }
    return claims
  }

  /// The compact JWS, signed by a key of the key store, which need not give it out.
  ///
  /// - Throws: `key_unavailable`, and what the store throws.
  func signed(
    with key: KeyReference, keys: KeyRing, at now: Date, random: any RandomSource
  ) async throws(AuthError) -> String {
    guard key.algorithm == .p256 else {
      throw AuthError(.keyUnavailable, "The session's key is no P-256 key, which ES256 takes.")
    }
    let publicKey: P256.Signing.PublicKey
    do {
      publicKey = try P256.Signing.PublicKey(compressedRepresentation: key.publicKey)
    } catch {
      throw AuthError(.keyUnavailable, "The session's public key cannot be read.")
    }
    let header: JSONObject = [
      "typ": "dpop+jwt", "jwk": JWK(.p256(publicKey), use: nil).json,
    ]
    let payload = JSONValue.object(claims(at: now, random: random)).serialized
    let input = JWS.signingInput(payload, header: header, algorithm: .es256)
    return input + "." + Base64URL.encode(try await keys.sign(Array(input.utf8), with: key))
  }

  /// `htu`: the address without query and fragment (RFC 9449 §4.2).
  static func target(_ url: URL) -> String {
    String(url.absoluteString.prefix { $0 != "?" && $0 != "#" })
  }
}
