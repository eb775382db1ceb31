import AuthCore
import AuthCrypto

/// A stamp with an API key or a wallet: a signature over the body as it was sent (T75).
struct TurnkeyStamp: Sendable {
  enum Scheme: String, Sendable {
    case p256 = "SIGNATURE_SCHEME_TK_API_P256"
    case secp256k1 = "SIGNATURE_SCHEME_TK_API_SECP256K1"
    case secp256k1EIP191 = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"
    case ed25519 = "SIGNATURE_SCHEME_TK_API_ED25519"

    var curveType: String {
      switch self {
      case .p256: "API_KEY_CURVE_P256"
      case .secp256k1, .secp256k1EIP191: "API_KEY_CURVE_SECP256K1"
      case .ed25519: "API_KEY_CURVE_ED25519"
      }
    }
  }

  /// The public key in lower-case hex.
  let publicKey: String
  let scheme: Scheme
  let signature: [UInt8]

  /// Reads an `X-Stamp` field: a JSON object in base64url, with its members in any order.
  ///
  /// - Throws: `malformedStamp`, also for a key that is not on the scheme's curve, and for a signature that is not DER
  ///   (except with Ed25519).
  init(header: String) throws(TurnkeyFailure) {
    do {
      guard let bytes = Base64URL.decode(header) else { throw CryptoError.invalidEncoding }
      let stamp = try JSONValue(parsing: bytes)
      guard let scheme = stamp["scheme"]?.stringValue.flatMap(Scheme.init(rawValue:)),
        let key = stamp["publicKey"]?.stringValue,
        let signature = stamp["signature"]?.stringValue.flatMap({ Hex.decode($0) })
      else { throw CryptoError.invalidEncoding }
      _ = try TurnkeyPublicKey(key, curveType: scheme.curveType)
      if scheme != .ed25519 { _ = try P256.Signing.ECDSASignature(derRepresentation: signature) }
      publicKey = key.lowercased()
      self.scheme = scheme
      self.signature = signature
    } catch {
      throw .malformedStamp
    }
  }
}
