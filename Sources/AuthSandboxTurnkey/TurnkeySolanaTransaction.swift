import AuthCore
import AuthCrypto
import AuthSandboxChains

/// A Solana transaction in its wire format, parsed only as far as signing requires: signatures, and a message that
/// begins with its signers.
struct TurnkeySolanaTransaction {
  private var signatures: [[UInt8]]
  private let message: [UInt8]
  /// The public keys of the signers, in the order of the signatures.
  let signers: [[UInt8]]

  /// Parses a transaction; nil for bytes that do not have the format.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard let count = Self.count(&rest), rest.count >= 64 * count else { return nil }
    signatures = (0..<count).map { Array(rest.dropFirst(64 * $0).prefix(64)) }
    message = Array(rest.dropFirst(64 * count))
    var body = message[...]
    // A message with a version begins with a byte whose highest bit is set.
    if let first = body.first, first & 0x80 != 0 { body = body.dropFirst() }
    guard let required = body.first.map({ Int($0) }), required == count, body.count > 3 else { return nil }
    body = body.dropFirst(3)
    guard let keys = Self.count(&body), keys >= required, body.count >= 32 * keys else { return nil }
    signers = (0..<required).map { Array(body.dropFirst(32 * $0).prefix(32)) }
  }

  /// The signature of the first signer, who pays; it is also the transaction's id on the chain.
  var id: String { Base58.encode(signatures.first ?? []) }
  /// Whether no signature is missing.
  var isComplete: Bool { !signatures.contains { $0.allSatisfy { $0 == 0 } } }

  /// Adds a key's signature over the message. Returns `false` if the key is not one of the signers.
  mutating func sign(with key: ChainKey) -> Bool {
    guard let index = signers.firstIndex(of: key.publicKey), let signature = key.sign(message) else { return false }
    signatures[index] = signature.r + signature.s
    return true
  }

  /// The transaction in its wire format.
  var bytes: [UInt8] { Self.compact(signatures.count) + signatures.flatMap(\.self) + message }

  /// Reads a number of one to three bytes, seven bits each, the lowest first.
  private static func count(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for shift in [0, 7, 14] {
      guard let byte = bytes.popFirst() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }

  private static func compact(_ number: Int) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + compact(number >> 7)
  }
}
