import AuthCore
import AuthCrypto

/// An API key's stamp: a signature over the body as it was sent (notes §1.1).
struct TurnkeyStamp: Sendable {
  /// Compressed, in lower-case hex.
  let publicKey: String
  private let signature: P256.Signing.ECDSASignature

  /// Reads an `X-Stamp` field: base64url of a JSON object whose members stand in any order.
  init(header: String) throws(TurnkeyFailure) {
    do {
      guard let bytes = Base64URL.decode(header) else { throw CryptoError.invalidEncoding }
      let stamp = try JSONValue(parsing: bytes)
      guard stamp["scheme"]?.stringValue == "SIGNATURE_SCHEME_TK_API_P256",
        let key = stamp["publicKey"]?.stringValue, let hex = stamp["signature"]?.stringValue,
        let der = Hex.decode(hex)
      else { throw CryptoError.invalidEncoding }
      _ = try TurnkeyAPIKey.point(key)
      publicKey = key.lowercased()
      signature = try P256.Signing.ECDSASignature(derRepresentation: der)
    } catch {
      throw .malformedStamp
    }
  }

  /// Whether `key` made it over these bytes.
  func isValid(for body: [UInt8], by key: P256.Signing.PublicKey) -> Bool {
    key.isValidSignature(signature, for: body)
  }
}
