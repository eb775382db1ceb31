import AuthCore

/// The form in which a message is signed, which depends on the format of the address (T72).
struct MessageForm: Sendable, Hashable {
  let encoding: PayloadEncoding
  let hash: PayloadHash
  let isPrefixed: Bool

  init(_ format: AddressFormat) {
    switch format {
    case .ethereum: self.init(.hexadecimal, .keccak256, isPrefixed: true)
    case .solana, .sui, .aptos, .stellar, .tonV4R2, .tonV5R1, AddressFormat(rawValue: "ADDRESS_FORMAT_TON_V3R2"):
      self.init(.hexadecimal, .notApplicable)
    case .cosmos, .sei: self.init(.textUTF8, .sha256)
    default: self.init(.hexadecimal, .sha256)
    }
  }

  private init(_ encoding: PayloadEncoding, _ hash: PayloadHash, isPrefixed: Bool = false) {
    self.encoding = encoding
    self.hash = hash
    self.isPrefixed = isPrefixed
  }

  /// The payload of a message.
  func payload(_ message: [UInt8]) -> String {
    guard encoding == .hexadecimal else { return String(decoding: message, as: UTF8.self) }
    let prefix = isPrefixed ? [0x19] + Array("Ethereum Signed Message:\n\(message.count)".utf8) : []
    return "0x" + Hex.encode(prefix + message)
  }
}
