import AuthCore
import AuthCrypto
import AuthSandboxChains

/// A serialised Ethereum transaction, parsed only as far as signing requires (EIP-2718, EIP-155).
struct TurnkeyEthereumTransaction {
  /// A call: the recipient's 20 bytes, the amount as a big-endian number without leading zeros, and the input.
  struct Call {
    let to: [UInt8]
    let value: [UInt8]
    let data: [UInt8]
  }

  private let type: UInt8?
  /// The items of the outer RLP list, each with its header.
  private let items: [[UInt8]]
  private let bytes: [UInt8]

  /// Parses a transaction; nil for bytes that are neither an RLP list of six or nine items nor a type byte followed by
  /// an RLP list.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    type = first < 0x80 ? first : nil
    let list = type == nil ? bytes[...] : bytes.dropFirst()
    guard let body = Self.item(list), body.isList, body.end == list.endIndex else { return nil }
    var items: [[UInt8]] = []
    var rest = body.content
    while !rest.isEmpty {
      guard let item = Self.item(rest) else { return nil }
      items.append(Array(rest[rest.startIndex..<item.end]))
      rest = rest[item.end...]
    }
    guard type != nil || items.count == 6 || items.count == 9 else { return nil }
    self.items = items
    self.bytes = bytes
  }

  /// A transaction with one call and no access list (EIP-1559). Numbers are big-endian, without leading zeros.
  init?(chain: UInt64, nonce: [UInt8], tip: [UInt8], fee: [UInt8], gasLimit: [UInt8], call: Call) {
    let members = [Self.bigEndian(chain), nonce, tip, fee, gasLimit, call.to, call.value, call.data]
    let content = members.flatMap(Self.encoded) + Self.head(0, 0xC0)
    self.init([0x02] + Self.head(content.count, 0xC0) + content)
  }

  /// The signed transaction in lower-case hex, without `0x`; nil if the key cannot sign it.
  func signed(by key: ChainKey) -> String? {
    guard let signature = key.sign(Keccak.hash256(bytes)) else { return nil }
    let numbers = [signature.r, signature.s].map { Self.encoded(Array($0.drop { $0 == 0 })) }
    var kept = items
    var parity = UInt64(signature.recovery)
    if type == nil {
      if items.count == 9, let chain = Self.number(items[6]) {
        kept = Array(items.prefix(6))
        parity += chain * 2 + 35
      } else {
        parity += 27
      }
    }
    let content = (kept + [Self.encoded(Self.bigEndian(parity))] + numbers).flatMap(\.self)
    return Hex.encode((type.map { [$0] } ?? []) + Self.head(content.count, 0xC0) + content)
  }

  private static func number(_ item: [UInt8]) -> UInt64? {
    guard let read = Self.item(item[...]), !read.isList, read.content.count <= 4 else { return nil }
    return read.content.reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func bigEndian(_ number: UInt64) -> [UInt8] {
    Array((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }.drop { $0 == 0 })
  }

  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.count == 1, bytes[0] < 0x80 { return bytes }
    return head(bytes.count, 0x80) + bytes
  }

  private static func head(_ count: Int, _ base: UInt8) -> [UInt8] {
    if count < 56 { return [base + UInt8(count)] }
    let length = bigEndian(UInt64(count))
    return [base + 55 + UInt8(length.count)] + length
  }

  /// The first item: its content, the index of its end, and whether it is a list; nil if it is malformed.
  private static func item(_ bytes: ArraySlice<UInt8>) -> (content: ArraySlice<UInt8>, end: Int, isList: Bool)? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 { return (bytes.prefix(1), bytes.startIndex + 1, false) }
    let isList = first >= 0xC0
    let short = Int(first - (isList ? 0xC0 : 0x80))
    var start = bytes.startIndex + 1
    var count = short
    if short > 55 {
      guard short - 55 <= 4, bytes.count > short - 55 else { return nil }
      count = bytes[start..<start + short - 55].reduce(0) { $0 << 8 | Int($1) }
      start += short - 55
    }
    guard bytes.endIndex - start >= count else { return nil }
    return (bytes[start..<start + count], start + count, isList)
  }
}
