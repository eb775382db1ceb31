import AuthCore
import AuthCrypto
import AuthPasskey

/// The user handle of WebAuthn: stable, without personal data.
enum AuthsignalUserHandle {
  static func bytes(of userID: String) -> [UInt8] { Array(SHA256.hash(data: Array(userID.utf8))) }

  static func text(of userID: String) -> String { Base64URL.encode(bytes(of: userID)) }

  /// Whether what a device sent is the user's handle: its own base64url; or, of a passkey that the vendor's iOS SDK
  /// made, the ASCII of that text, which a browser encodes once more (A29).
  static func matches(_ sent: String, userID: String) -> Bool {
    let text = text(of: userID)
    if sent == text { return true }
    guard let decoded = AuthsignalBase64.decode(sent) else { return false }
    return decoded == Array(text.utf8) || decoded == bytes(of: userID)
  }
}
