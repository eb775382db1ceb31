import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file that holds a directory's wrapping key:
/// magic (8) ‖ version ‖ its complement ‖ key (32) ‖ first 8 bytes of the key's SHA-256.
enum WrappingKeyFile {
  /// Its name in the directory.
  static let name = "key"
  /// The version of the form.
  static let version: UInt8 = 1
  private static let magic = Array("LATCHKEY".utf8)
  private static let size = 8 + 2 + 32 + 8

  static func encode(_ key: [UInt8]) -> [UInt8] {
    magic + [version, ~version] + key + check(key)
  }

  /// - Throws: `store_version` for a later form, `store_corrupt` for anything that is none; the file stays.
  static func decode(_ bytes: [UInt8], path: String) throws(AuthError) -> Secret {
    func corrupt(_ reason: String) -> AuthError {
      AuthError(
        .storeCorrupt, "\(path) holds no key of this store (\(reason)); restore it from a backup. It is kept as it is.",
        underlying: reason)
    }
    guard bytes.starts(with: magic), bytes.count >= 10 else { throw corrupt("not a key file") }
    guard bytes[8] == ~bytes[9], bytes[8] > 0 else { throw corrupt("damaged header") }
    guard bytes[8] <= version else {
      throw AuthError(.storeVersion, "\(path) has version \(bytes[8]); this build reads up to \(version).")
    }
    guard bytes.count == size else { throw corrupt(bytes.count < size ? "truncated" : "too long") }
    let key = Array(bytes[10..<42])
    guard ConstantTime.equal(check(key), Array(bytes[42...])) else { throw corrupt("damaged key") }
    return Secret(key)
  }

  private static func check(_ key: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: key).prefix(8)) }
}
