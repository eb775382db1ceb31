import AuthCore
import AuthCrypto

/// A stamp with a key that is not registered. The attestation takes the place of the registration: it is a token that
/// names the key (T1).
struct TurnkeyAttestedStamp: Sendable {
  enum Scheme: String, Sendable {
    case verificationToken = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"
    case identityToken = "STAMP_ATTESTED_SCHEME_P256_OIDC"
  }

  let attestation: String
  let scheme: Scheme
  /// The compressed public key in lower-case hex.
  let publicKey: String
  let signature: [UInt8]

  /// Reads an `X-Stamp-Attested` field. The vendor's documents show the plain JSON object, and its SDK sends it in
  /// base64url. The sandbox accepts both.
  ///
  /// - Throws: `malformedStamp` for any other field.
  init(header: String) throws(TurnkeyFailure) {
    do {
      let stamp = try JSONValue(parsing: header.hasPrefix("{") ? Array(header.utf8) : Base64URL.decode(header) ?? [])
      guard let attestation = stamp["publicKeyAttestation"]?.stringValue,
        let scheme = stamp["scheme"]?.stringValue.flatMap(Scheme.init(rawValue:)),
        let key = stamp["publicKey"]?.stringValue,
        let signature = stamp["signature"]?.stringValue.flatMap({ Hex.decode($0) })
      else { throw CryptoError.invalidEncoding }
      self.attestation = attestation
      self.scheme = scheme
      publicKey = key.lowercased()
      self.signature = signature
    } catch {
      throw .malformedStamp
    }
  }

  /// Verifies the stamp's signature over `body` with the stamp's key.
  ///
  /// - Throws: `malformedPublicKey` if the key is not a compressed P-256 point, `wrongSignature` if the signature does
  ///   not match.
  func check(_ body: [UInt8]) throws(TurnkeyFailure) {
    let key = try TurnkeyPublicKey(publicKey, curveType: "API_KEY_CURVE_P256")
    guard key.isValid(signature, over: body, scheme: .p256) else { throw .wrongSignature }
  }
}
