import AuthCore
import AuthSandboxChains

extension PrivyWallets.Wallet {
  /// Performs an RPC that only signs, and returns the response (P16 to P18, P92).
  func perform(_ body: JSONObject) throws(PrivyFailure) -> JSONValue {
    if let given = body["chain_type"], given != .string(chain.rawValue) {
      throw .invalidData("chain_type must be the chain type of the wallet.")
    }
    let method = try body.privyText("method")
    let parameters = body["params"]?.objectValue ?? [:]
    switch (chain, method) {
    case (.ethereum, "personal_sign"):
      return try signed(method, PersonalMessage.digest(try Self.message(parameters)))
    case (.ethereum, "secp256k1_sign"):
      let text = try parameters.privyText("hash")
      guard text.hasPrefix("0x"), let hash = Hex.decode(String(text.dropFirst(2))), hash.count == 32 else {
        throw .invalidData("params.hash must be 0x and 64 hexadecimal digits.")
      }
      return try signed(method, hash)
    case (.ethereum, "eth_signTypedData_v4"): return try signTypedData(parameters)
    case (.ethereum, "eth_signTransaction"): return try signTransaction(parameters)
    case (.solana, "signTransaction"): return try signSolanaTransaction(parameters)
    case (.solana, "signMessage"):
      guard let parts = key.sign(try Self.message(parameters)) else { throw Self.failed }
      return [
        "method": .string(method),
        "data": ["signature": .string(Base64.encode(parts.r + parts.s)), "encoding": "base64"],
      ]
    default:
      throw PrivyFailure(
        400, "not_supported",
        "The sandbox supports personal_sign, secp256k1_sign, eth_signTypedData_v4, eth_signTransaction and "
          + "eth_sendTransaction on ethereum, and signMessage, signTransaction and signAndSendTransaction on solana.")
    }
  }

  /// The response with a digest's signature: r, s and v in hexadecimal.
  func signed(_ method: String, _ digest: [UInt8]) throws(PrivyFailure) -> JSONValue {
    guard let parts = key.sign(digest) else { throw Self.failed }
    let signature = "0x" + Hex.encode(parts.r + parts.s + [27 + parts.recovery])
    return ["method": .string(method), "data": ["signature": .string(signature), "encoding": "hex"]]
  }

  private static func message(_ parameters: JSONObject) throws(PrivyFailure) -> [UInt8] {
    guard let text = parameters["message"]?.stringValue else { throw .invalidData("params.message must be a string.") }
    let bytes: [UInt8]? =
      switch parameters["encoding"]?.stringValue {
      case "utf-8": Array(text.utf8)
      // The message has no prefix `0x` (P16).
      case "hex": Hex.decode(text)
      case "base64": Base64.decode(text)
      default: nil
      }
    guard let bytes else {
      throw .invalidData("params.encoding must be utf-8, hex or base64, and params.message must be in this encoding.")
    }
    return bytes
  }

  static let failed = PrivyFailure(
    500, "internal_error",
    "The sandbox could not sign with the wallet's key. Report this to Latchkey's maintainers.")
}
