import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The server's side of an authenticator app: RFC 6238 with SHA-1, 6 digits, 30 seconds, one step either way, and no
/// counter twice (Hawcx protocol notes §7.6).
struct HawcxTOTP: Sendable {
  static let period: Int64 = 30

  let secret: [UInt8]
  private var lastCounter: Int64 = -1

  init(secret: [UInt8]) { self.secret = secret }

  /// Whether the code is right now; one that is cannot be used again.
  mutating func accepts(_ given: String, unixTime: Int64) -> Bool {
    let present = unixTime / Self.period
    var found: Int64?
    for counter in present - 1...present + 1 where counter > lastCounter {
      if ConstantTime.equal(Self.code(secret: secret, counter: counter), given) { found = counter }
    }
    guard let found else { return false }
    lastCounter = found
    return true
  }

  /// The code of a counter (RFC 4226 §5.3).
  static func code(secret: [UInt8], counter: Int64) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * Int64($0))) }
    let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    let offset = Int(mac[mac.count - 1] & 15)
    let word = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let digits = String(word % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// RFC 4648 §6, without padding.
  static func base32(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var text = ""
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        text.append(alphabet[Int(bits >> (count - 5) & 31)])
        count -= 5
      }
      bits &= 1 << count - 1
    }
    if count > 0 { text.append(alphabet[Int(bits << (5 - count) & 31)]) }
    return text
  }
}
