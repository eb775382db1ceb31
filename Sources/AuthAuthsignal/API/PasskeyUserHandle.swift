import AuthCore

/// Converts the `user.id` in the vendor's options to the user handle of a passkey, and back (A29, A30). The conversion
/// is that of the vendor's own SDK for each platform. A passkey created by this package then has the same handle as one
/// created by the vendor's SDK, so that the platform shows one passkey for a user instead of two.
enum PasskeyUserHandle: Sendable, CaseIterable {
  /// The handle is the text's UTF-8 bytes, as in the vendor's SDK for iOS.
  case text
  /// The text is the base64url of the handle, as in the vendor's SDKs for Android and browsers.
  case base64URL

  /// The conversion of the vendor's SDK for this platform.
  static var platform: PasskeyUserHandle {
    #if canImport(Darwin)
      .text
    #else
      .base64URL
    #endif
  }

  /// The handle; nil if the result does not have 1 to 64 bytes (WebAuthn Level 3 §5.4.3).
  func bytes(of text: String) -> [UInt8]? {
    let bytes =
      switch self {
      case .text: Array(text.utf8)
      case .base64URL: Base64URL.decode(text) ?? []
      }
    return (1...64).contains(bytes.count) ? bytes : nil
  }

  /// The text to send with an assertion. If a handle is not UTF-8, the passkey was created on another platform, and the
  /// options contained the handle as base64url.
  func wireText(of handle: [UInt8]) -> String {
    switch self {
    case .text: String(strictUTF8: handle) ?? Base64URL.encode(handle)
    case .base64URL: Base64URL.encode(handle)
    }
  }
}
