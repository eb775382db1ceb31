package import AuthCore

/// The form of an API-key stamp: a JSON object with the members `publicKey`, `scheme` and `signature`, in base64url
/// without padding (T75). The order of the members does not matter to the server.
///
/// Everything before the signature is the same for every stamp of a key and is computed once.
package struct APIKeyStampFormat: Sendable {
  /// The name of the header field for the stamp. Header names are case-insensitive.
  static let headerName = "X-Stamp"
  /// The size, in bytes, of the buffer in which a stamp is made. It holds the signature and the part of the JSON text
  /// from the signature on.
  static let scratchCapacity = 1024

  /// The text `{"publicKey":"02…","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"`, in base64url, up to the last
  /// whole group of three bytes.
  private let encodedHead: [UInt8]
  /// The remaining zero to two bytes of that text, not encoded.
  private let rest: [UInt8]

  /// The form of the stamps of one key.
  ///
  /// - Parameters:
  ///   - publicKey: the compressed point (SEC 1, 2.3.3), 33 bytes, or the 32 bytes of an Ed25519 key.
  ///   - scheme: the key's signature scheme.
  package init(publicKey: [UInt8], scheme: StampScheme = .p256) {
    let opening = #"{"publicKey":""# + Hex.encode(publicKey)
    let head = Array((opening + #"","scheme":""# + scheme.rawValue + #"","signature":""#).utf8)
    let whole = head.count - head.count % 3
    encodedHead = Array(Base64URL.encode(Array(head[..<whole])).utf8)
    rest = Array(head[whole...])
  }

  /// The stamp with the given signature.
  ///
  /// - Throws: `internal` for a signature whose hex text does not fit into the buffer.
  package func stamp(signature: [UInt8]) throws(AuthError) -> Stamp {
    let value = withUnsafeTemporaryAllocation(byteCount: Self.scratchCapacity, alignment: 1) { scratch in
      signature.withUnsafeBytes { self.value(signature: $0, scratch: scratch) }
    }
    guard let value else {
      throw AuthError(
        .internalError,
        "The signature has \(signature.count) bytes; its hex text exceeds the buffer of \(Self.scratchCapacity) bytes. "
          + "Report this to the key store's author.")
    }
    return Stamp(name: Self.headerName, value: value)
  }

  /// The header field's value.
  ///
  /// - Parameters:
  ///   - signature: an ECDSA signature in DER, or an Ed25519 signature of 64 bytes.
  ///   - scratch: space for the JSON, separate from the signature.
  /// - Returns: the value, or nil if `scratch` is too small.
  func value(signature: UnsafeRawBufferPointer, scratch: UnsafeMutableRawBufferPointer) -> String? {
    let count = rest.count + 2 * signature.count + 2
    guard count <= scratch.count else { return nil }
    scratch.copyBytes(from: rest)
    var index = rest.count
    for byte in signature {
      scratch[index] = Self.hexDigit(byte >> 4)
      scratch[index &+ 1] = Self.hexDigit(byte & 15)
      index &+= 2
    }
    scratch[index] = 0x22
    scratch[index &+ 1] = 0x7D
    return text(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
  }

  /// The whole JSON text in base64url. The returned string is the only allocation of a stamp.
  private func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let length = encodedHead.count + (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: length) { text in
      var written = text.initialize(fromContentsOf: encodedHead)
      var read = 0
      while read &+ 2 < bytes.count {
        let bits = UInt32(bytes[read]) << 16 | UInt32(bytes[read &+ 1]) << 8 | UInt32(bytes[read &+ 2])
        text[written] = Self.base64Digit(bits >> 18)
        text[written &+ 1] = Self.base64Digit(bits >> 12)
        text[written &+ 2] = Self.base64Digit(bits >> 6)
        text[written &+ 3] = Self.base64Digit(bits)
        read &+= 3
        written &+= 4
      }
      if read < bytes.count {
        let isPair = read &+ 1 < bytes.count
        let bits = UInt32(bytes[read]) << 16 | (isPair ? UInt32(bytes[read &+ 1]) << 8 : 0)
        text[written] = Self.base64Digit(bits >> 18)
        text[written &+ 1] = Self.base64Digit(bits >> 12)
        if isPair { text[written &+ 2] = Self.base64Digit(bits >> 6) }
      }
      return length
    }
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble }

  /// The digit for the lowest six bits, from a static table, without a bounds check.
  private static func base64Digit(_ bits: UInt32) -> UInt8 { alphabet.utf8Start[Int(bits & 63)] }

  private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}
