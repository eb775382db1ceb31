import AuthCore

/// How `user.id` of the vendor's options becomes the user handle of a passkey, and the handle a text again (A29, A30):
/// decided here alone, as the vendor's own SDK of each platform does it. A passkey made by this package then has the
/// handle that the vendor's app gives the same user: the platform shows one passkey for a user, not two.
enum PasskeyUserHandle: Sendable, CaseIterable {
  /// The text's own UTF-8 bytes are the handle: the vendor's SDK for iOS.
  case text
  /// The text is base64url of the handle: the vendor's SDKs for Android and browsers.
  case base64URL

  /// As the vendor's SDK for this platform has it.
  static var platform: PasskeyUserHandle {
    #if canImport(Darwin)
      .text
    #else
      .base64URL
    #endif
  }

  /// The handle; nil for a text that gives none of 1 to 64 bytes (WebAuthn Level 3 §5.4.3).
  func bytes(of text: String) -> [UInt8]? {
    let bytes =
      switch self {
      case .text: Array(text.utf8)
      case .base64URL: Base64URL.decode(text) ?? []
      }
    return (1...64).contains(bytes.count) ? bytes : nil
  }

  /// What goes with an assertion. A handle that is no UTF-8 was made elsewhere: its base64url is what the options had.
  func wireText(of handle: [UInt8]) -> String {
    switch self {
    case .text: String(strictUTF8: handle) ?? Base64URL.encode(handle)
    case .base64URL: Base64URL.encode(handle)
    }
  }
}
