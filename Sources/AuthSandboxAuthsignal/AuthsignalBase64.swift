import AuthCore
import AuthCrypto

/// Base64 as the vendor's SDKs mix it: either alphabet, padded or not (A31).
enum AuthsignalBase64 {
  static func decode(_ text: String) -> [UInt8]? {
    let bare = text.prefix { $0 != "=" }
    guard text.dropFirst(bare.count).allSatisfy({ $0 == "=" }) else { return nil }
    return Base64URL.decode(String(bare.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
  }
}
