import AuthCore

/// The form of an API-key stamp: base64url without padding of a JSON object with the members `publicKey`, `scheme`
/// and `signature` (Turnkey protocol notes §1.1; the order of the members does not matter to the server).
///
/// Everything before the signature is the same for every stamp of a key and is made once.
struct StampFormat: Sendable {
  /// The header that carries the stamp; names compare without regard to case.
  static let headerName = "X-Stamp"
  /// The room that a stamp's JSON and its signature need while it is made.
  static let scratchCapacity = 1024

  /// `{"publicKey":"02…","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"`.
  private let head: [UInt8]

  /// The form of a key's stamps.
  ///
  /// - Parameter publicKey: the compressed point (SEC 1 §2.3.3), 33 bytes; of an Ed25519 key its 32 bytes.
  init(publicKey: [UInt8], scheme: StampScheme = .p256) {
    let opening = #"{"publicKey":""# + Hex.encode(publicKey)
    head = Array((opening + #"","scheme":""# + scheme.rawValue + #"","signature":""#).utf8)
  }

  /// The stamp around a signature that was made elsewhere.
  func stamp(signature: [UInt8]) throws(AuthError) -> Stamp {
    let value = withUnsafeTemporaryAllocation(byteCount: Self.scratchCapacity, alignment: 1) { scratch in
      signature.withUnsafeBytes { self.value(signature: $0, scratch: scratch) }
    }
    guard let value else { throw AuthError(.internalError, "The stamp is longer than any stamp can be.") }
    return Stamp(name: Self.headerName, value: value)
  }

  /// The header's value.
  ///
  /// - Parameters:
  ///   - signature: the ECDSA signature in DER.
  ///   - scratch: room beyond the signature, for the JSON.
  /// - Returns: nil when `scratch` is too small.
  func value(signature: UnsafeRawBufferPointer, scratch: UnsafeMutableRawBufferPointer) -> String? {
    let count = head.count + 2 * signature.count + 2
    guard count <= scratch.count else { return nil }
    scratch.copyBytes(from: head)
    var index = head.count
    for byte in signature {
      scratch[index] = Self.hexDigit(byte >> 4)
      scratch[index &+ 1] = Self.hexDigit(byte & 15)
      index &+= 2
    }
    scratch[index] = 0x22
    scratch[index &+ 1] = 0x7D
    return Self.base64URL(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
  }

  /// The one allocation of a stamp: the text that is handed out.
  private static func base64URL(_ bytes: UnsafeRawBufferPointer) -> String {
    let length = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: length) { text in
      var read = 0
      var written = 0
      while read &+ 2 < bytes.count {
        let bits = UInt32(bytes[read]) << 16 | UInt32(bytes[read &+ 1]) << 8 | UInt32(bytes[read &+ 2])
        text[written] = base64Digit(bits >> 18)
        text[written &+ 1] = base64Digit(bits >> 12)
        text[written &+ 2] = base64Digit(bits >> 6)
        text[written &+ 3] = base64Digit(bits)
        read &+= 3
        written &+= 4
      }
      if read < bytes.count {
        let isPair = read &+ 1 < bytes.count
        let bits = UInt32(bytes[read]) << 16 | (isPair ? UInt32(bytes[read &+ 1]) << 8 : 0)
        text[written] = base64Digit(bits >> 18)
        text[written &+ 1] = base64Digit(bits >> 12)
        if isPair { text[written &+ 2] = base64Digit(bits >> 6) }
      }
      return length
    }
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble }

  /// The lowest six bits, by arithmetic rather than by a table: nothing to load, nothing to bounds-check.
  private static func base64Digit(_ bits: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 63)
    switch value {
    case 0..<26: return 0x41 &+ value
    case 26..<52: return 0x47 &+ value
    case 52..<62: return value &- 4
    case 62: return 0x2D
    default: return 0x5F
    }
  }
}
