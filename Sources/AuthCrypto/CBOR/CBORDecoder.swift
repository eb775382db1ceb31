import AuthCore

extension CBORValue {
  /// How strictly the decoder checks an encoding.
  public enum Strictness: Sendable {
    /// Accepts any well-formed encoding (RFC 8949 §1.2), including indefinite lengths and non-minimal heads. Refuses
    /// duplicate keys and invalid UTF-8 (§5.3.1).
    case wellFormed
    /// Accepts only the deterministic encoding (RFC 8949 §4.2.1).
    case deterministic
  }

  /// Decodes a value that takes up all of `encoded`.
  ///
  /// - Throws: `CryptoError.invalidEncoding` unless `encoded` is exactly one value in an encoding that `strictness`
  ///   allows, at most 16 levels deep. The limit keeps a hostile value from exhausting the stack.
  public init(encoded: some Sequence<UInt8>, strictness: Strictness = .deterministic) throws(CryptoError) {
    var decoder = CBORDecoder(encoded)
    self = try decoder.value(depth: 0)
    guard decoder.isAtEnd else { throw .invalidEncoding }
    if strictness == .deterministic {
      guard decoder.consumed.elementsEqual(self.encoded) else { throw .invalidEncoding }
    }
  }

  /// Decodes the first value in `bytes` and returns it with its length in bytes. In authenticator data, more data may
  /// follow a value.
  ///
  /// - Throws: `CryptoError.invalidEncoding` unless `bytes` begins with a value in an encoding that `strictness`
  ///   allows, at most 16 levels deep.
  public static func first(
    in bytes: some Sequence<UInt8>, strictness: Strictness = .deterministic
  ) throws(CryptoError) -> (value: CBORValue, byteCount: Int) {
    var decoder = CBORDecoder(bytes)
    let value = try decoder.value(depth: 0)
    if strictness == .deterministic {
      guard decoder.consumed.elementsEqual(value.encoded) else { throw .invalidEncoding }
    }
    return (value, decoder.consumed.count)
  }
}

/// A reader of CBOR in one buffer.
struct CBORDecoder {
  private let bytes: [UInt8]
  private var index = 0
  private static let depthLimit = 16

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var isAtEnd: Bool { index == bytes.count }
  var consumed: ArraySlice<UInt8> { bytes[..<index] }

  mutating func value(depth: Int) throws(CryptoError) -> CBORValue {
    guard depth < Self.depthLimit else { throw .invalidEncoding }
    let (major, detail) = try initialByte()
    if major == 7 { return try simpleOrFloat(detail) }
    if detail == 31 { return try indefinite(major, depth: depth) }
    let argument = try argument(detail)
    switch major {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(Array(try take(argument)))
    case 3: return .text(try text(take(argument)))
    case 4:
      var elements: [CBORValue] = []
      // Each element takes at least one byte, so a count above the number of remaining bytes is refused at once.
      guard argument <= UInt64(bytes.count - index) else { throw .invalidEncoding }
      for _ in 0..<argument { elements.append(try value(depth: depth + 1)) }
      return .array(elements)
    case 5:
      // Each entry takes at least two bytes.
      guard argument <= UInt64(bytes.count - index) / 2 else { throw .invalidEncoding }
      var pairs = CBORPairs()
      for _ in 0..<argument { try pairs.append(value(depth: depth + 1), value(depth: depth + 1)) }
      return .map(pairs.sorted)
    default: return .tagged(argument, try value(depth: depth + 1))
    }
  }

  private mutating func initialByte() throws(CryptoError) -> (major: UInt8, detail: UInt8) {
    guard index < bytes.count else { throw .invalidEncoding }
    defer { index += 1 }
    return (bytes[index] >> 5, bytes[index] & 31)
  }

  private mutating func take(_ count: UInt64) throws(CryptoError) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.count - index) else { throw .invalidEncoding }
    defer { index += Int(count) }
    return bytes[index..<index + Int(count)]
  }

  private mutating func argument(_ detail: UInt8) throws(CryptoError) -> UInt64 {
    switch detail {
    case 0..<24: return UInt64(detail)
    case 24...27: return try take(1 << UInt64(detail - 24)).reduce(0) { $0 << 8 | UInt64($1) }
    default: throw .invalidEncoding
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(CryptoError) -> String {
    guard let text = String(strictUTF8: bytes) else { throw .invalidEncoding }
    return text
  }

  private mutating func simpleOrFloat(_ detail: UInt8) throws(CryptoError) -> CBORValue {
    switch detail {
    case 20, 21: return .bool(detail == 21)
    case 22: return .null
    case 23: return .undefined
    case 0..<20: return .simple(detail)
    case 24:
      let value = UInt8(try argument(detail))
      guard value >= 32 else { throw .invalidEncoding }
      return .simple(value)
    case 25: return .float(HalfPrecision.value(of: UInt16(try argument(detail))))
    case 26: return .float(Double(Float(bitPattern: UInt32(try argument(detail)))))
    case 27: return .float(Double(bitPattern: try argument(detail)))
    default: throw .invalidEncoding
    }
  }

  private var isAtBreak: Bool { index < bytes.count && bytes[index] == 0xFF }

  private mutating func indefinite(_ major: UInt8, depth: Int) throws(CryptoError) -> CBORValue {
    switch major {
    case 2, 3:
      var bytes: [UInt8] = []
      var text = ""
      while !isAtBreak {
        let (chunkMajor, detail) = try initialByte()
        guard chunkMajor == major, detail != 31 else { throw .invalidEncoding }
        let chunk = try take(argument(detail))
        if major == 2 { bytes += chunk } else { text += try self.text(chunk) }
      }
      index += 1
      return major == 2 ? .bytes(bytes) : .text(text)
    case 4:
      var elements: [CBORValue] = []
      while !isAtBreak { elements.append(try value(depth: depth + 1)) }
      index += 1
      return .array(elements)
    case 5:
      var pairs = CBORPairs()
      while !isAtBreak { try pairs.append(value(depth: depth + 1), value(depth: depth + 1)) }
      index += 1
      return .map(pairs.sorted)
    default: throw .invalidEncoding
    }
  }
}

/// The entries of a map while it is decoded. Appending a duplicate key throws.
private struct CBORPairs {
  private var entries: [(encoding: [UInt8], pair: CBORValue.Pair)] = []
  private var encodings: Set<[UInt8]> = []

  mutating func append(_ key: CBORValue, _ value: CBORValue) throws(CryptoError) {
    let encoding = key.encoded
    guard encodings.insert(encoding).inserted else { throw .invalidEncoding }
    entries.append((encoding, CBORValue.Pair(key, value)))
  }

  var sorted: [CBORValue.Pair] {
    entries.sorted { $0.encoding.lexicographicallyPrecedes($1.encoding) }.map(\.pair)
  }
}
