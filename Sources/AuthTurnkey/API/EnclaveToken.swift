import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JWT that one of the vendor's enclaves has signed with ES256 (T77, T79).
struct EnclaveToken: Sendable {
  /// How many times the signing input is hashed.
  enum Digest: Sendable {
    /// Once: ES256 as in RFC 7518 §3.4.
    case single
    /// Twice: the vendor signs the SHA-256 digest of the signing input with a function that hashes its input again.
    case double
  }

  /// The token's claims.
  let claims: JSONObject
  private let name: String

  /// Verifies a token and reads its claims.
  ///
  /// - Parameters:
  ///   - signer: the pinned key, as a compressed or uncompressed point in hex.
  ///   - name: the kind of token for messages, such as `session token`.
  /// - Throws: `invalid_token` for a string that is not a JWT of the algorithm ES256 whose payload is a JSON object,
  ///   `invalid_configuration` if `signer` is not a point of P-256, `signature_invalid` unless the pinned key signed
  ///   the token.
  init(_ token: Secret, signer: String, digest: Digest, name: String) throws(AuthError) {
    self.name = name
    let jws = try JWS(compact: token.revealText())
    guard jws.algorithm == .es256 else {
      throw AuthError(.invalidToken, "The \(name) is not signed with ES256. Pass a token of the vendor.")
    }
    guard let point = TurnkeyKeys.point(signer) else {
      throw AuthError(
        .invalidConfiguration, "The pinned key of the \(name) is not a point of P-256. Correct the block 'keys'.")
    }
    let key = JWS.VerificationKey.p256(point)
    let signed =
      switch digest {
      case .single: jws.signingInput
      case .double: Array(SHA256.hash(data: jws.signingInput))
      }
    guard key.isValidSignature(jws.signature, for: signed, by: .es256) else {
      throw AuthError(
        .signatureInvalid,
        "The \(name) is not signed by the vendor's pinned key. If you use another environment of the vendor, set the "
          + "block 'keys'; otherwise, do not use the token.")
    }
    let payload: JSONValue
    do throws(JSONError) {
      payload = try JSONValue(parsing: jws.payload)
    } catch {
      throw Self.malformed(name)
    }
    guard let claims = payload.objectValue else { throw Self.malformed(name) }
    self.claims = claims
  }

  /// A string claim that must be present and not empty.
  ///
  /// - Throws: `invalid_token` if the claim is missing, empty or not a string.
  func text(_ claim: String) throws(AuthError) -> String {
    guard let text = claims[claim]?.stringValue, !text.isEmpty else {
      throw AuthError(
        .invalidToken,
        "The vendor's \(name) has no claim '\(claim)', or the claim is empty or not a string. Sign in again. If this "
          + "happens again, report this to Latchkey's maintainers.")
    }
    return text
  }

  /// Rejects a token that has expired.
  func check(expiry: Date, now: Date) throws(AuthError) {
    guard expiry > now else {
      throw AuthError(
        .tokenExpired, "The \(name) has expired. Start again. If this happens again, set this device's clock.")
    }
  }

  /// Rejects a token that is not bound to this device's key.
  func checkBinding(to publicKey: [UInt8]) throws(AuthError) {
    guard let bound = Hex.decode(try text("public_key")), bound == publicKey else {
      throw AuthError(.invalidToken, "The \(name) is not bound to this device's key. Start again.")
    }
  }

  private static func malformed(_ name: String) -> AuthError {
    AuthError(
      .invalidToken,
      "The payload of the vendor's \(name) is not a JSON object. Sign in again. If this happens again, report this to "
        + "Latchkey's maintainers.")
  }
}
