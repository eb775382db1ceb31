import AuthCore
import AuthCrypto

/// An ID token before it is signed.
struct IDTokenDraft: Sendable {
  /// What the provider does instead of a right signature.
  enum Form: Sendable {
    case signed
    /// Every byte of the signature is changed.
    case badSignature
    /// The header has the algorithm `none`, and there is no signature.
    case unsigned
  }

  var claims: JSONObject
  var signer: (key: JWS.SigningKey, id: String?)
  var form = Form.signed

  /// The token in compact serialisation.
  var text: String {
    get throws {
      let signed = try JWS.sign(claims: claims, keyID: signer.id, with: signer.key)
      let parts = signed.split(separator: ".").map(String.init)
      switch form {
      case .signed: return signed
      case .badSignature:
        let changed = (Base64URL.decode(parts[2]) ?? []).map { $0 ^ 0x5A }
        return "\(parts[0]).\(parts[1]).\(Base64URL.encode(changed))"
      case .unsigned: return Base64URL.encode(#"{"alg":"none"}"#.utf8) + ".\(parts[1])."
      }
    }
  }
}
