import AuthCore
import AuthCrypto
import AuthPasskey

/// The WebAuthn user handle: a hash of the user's id, which is stable and contains no personal data.
enum AuthsignalUserHandle {
  static func bytes(of userID: String) -> [UInt8] { Array(SHA256.hash(data: Array(userID.utf8))) }

  static func text(of userID: String) -> String { Base64URL.encode(bytes(of: userID)) }

  /// Whether a user handle from a device is the user's. The handle is sent in base64. A passkey that the vendor's iOS
  /// SDK created has as its handle the ASCII bytes of the base64url text, which a browser encodes once more (A29).
  static func matches(_ sent: String, userID: String) -> Bool {
    let text = text(of: userID)
    if sent == text { return true }
    guard let decoded = AuthsignalBase64.decode(sent) else { return false }
    return decoded == Array(text.utf8) || decoded == bytes(of: userID)
  }
}
