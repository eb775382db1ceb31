import AuthCore
import AuthCrypto

/// Base64 in all the variants that the vendor's SDKs use: with the standard or the URL-safe alphabet, with or without
/// padding (A31).
enum AuthsignalBase64 {
  static func decode(_ text: String) -> [UInt8]? {
    let bare = text.prefix { $0 != "=" }
    guard text.dropFirst(bare.count).allSatisfy({ $0 == "=" }) else { return nil }
    return Base64URL.decode(String(bare.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
  }
}
