public import AuthCore

extension TurnkeyClient {
  /// Has a wallet's key sign (`sign_raw_payload`).
  ///
  /// - Parameters:
  ///   - payload: as `encoding` says.
  ///   - key: an address, or a private key's id.
  ///   - encoding: how `payload` is written.
  ///   - hash: what hashes it first.
  public func signRawPayload(
    _ payload: String, with key: String, encoding: PayloadEncoding, hash: PayloadHash
  ) async throws(AuthError) -> RawSignature {
    try await submit(
      "sign_raw_payload", type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
      [
        "signWith": .string(key), "payload": .string(payload), "encoding": .string(encoding.rawValue),
        "hashFunction": .string(hash.rawValue),
      ])
  }

  /// Has a wallet's key sign a message as wallets of its kind do: Ethereum's with the prefix of EIP-191.
  public func signMessage(
    _ message: [UInt8], with key: String, addressFormat: AddressFormat
  ) async throws(AuthError) -> RawSignature {
    let form = MessageForm(addressFormat)
    return try await signRawPayload(form.payload(message), with: key, encoding: form.encoding, hash: form.hash)
  }
}

/// How messages are signed by the kind of address (Turnkey protocol notes §3, signing).
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
