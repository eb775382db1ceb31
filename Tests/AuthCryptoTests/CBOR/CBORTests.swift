import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct CBORTests {
  /// The examples of RFC 8949 appendix A. The decoder refuses the simple value 24 in two bytes, which RFC 8949 §3.3
  /// forbids, and the deterministic mode refuses encodings that are not deterministic.
  @Test func published() throws {
    let cases = try #require(try Vectors.load("cbor-appendix-a.json").arrayValue)
    var deterministic = 0
    var wellFormed = 0
    for test in cases {
      let hex = try #require(test["hex"]?.stringValue)
      let bytes = try #require(Hex.decode(hex))
      guard hex != "f818" else {
        #expect(throws: CryptoError.invalidEncoding) { try CBORValue(encoded: bytes, strictness: .wellFormed) }
        continue
      }
      let value = try CBORValue(encoded: bytes, strictness: .wellFormed)
      wellFormed += 1
      if let decoded = test["decoded"] { #expect(Self.matches(value, decoded), "\(hex)") }
      if (try? CBORValue(encoded: bytes)) != nil {
        deterministic += 1
        #expect(Hex.encode(value.encoded) == hex)
        #expect(test["roundtrip"] == true, "\(hex)")
      } else {
        #expect(test["roundtrip"] == false, "\(hex)")
        #expect(value.encoded != bytes)
      }
    }
    print("CBOR: \(wellFormed) of \(cases.count) well-formed, \(deterministic) deterministic")
    #expect(cases.count == 82)
    #expect(wellFormed == 81)
    #expect(deterministic == 64)
  }

  @Test func refused() {
    let wrong = [
      "", "18", "1900", "ff", "1c", "fc", "5f", "5f41", "5f6161ff", "5f5f4100ffff", "7f", "62c328", "9f", "9f01", "a1",
      "a101", "bf01ff", "a201010102", "bf01010102ff", "c0", "0000", "f800", "f81f", "3f", "df00ff", "1f",
      "9affffffff", "bbffffffffffffffff", "5bffffffffffffffff", String(repeating: "81", count: 17) + "00",
    ]
    for hex in wrong {
      #expect(throws: CryptoError.invalidEncoding, "\(hex)") {
        try CBORValue(encoded: Hex.decode(hex) ?? [0xFF], strictness: .wellFormed)
      }
    }
    // Well-formed encodings that are not deterministic.
    let loose = [
      "1800", "190001", "1b0000000000000001", "a2020001 00", "fa3f800000", "fb3ff0000000000000", "f97e01", "5800",
    ]
    for hex in loose.map({ $0.replacing(" ", with: "") }) {
      let bytes = Hex.decode(hex) ?? []
      #expect(throws: Never.self, "\(hex)") { try CBORValue(encoded: bytes, strictness: .wellFormed) }
      #expect(throws: CryptoError.invalidEncoding, "\(hex)") { try CBORValue(encoded: bytes) }
    }
  }

  @Test func coseKey() throws {
    let key = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
    let value = CBORValue.map([-3: .bytes(Array(key[32...])), 1: 2, -2: .bytes(Array(key[..<32])), 3: -7, -1: 1])
    let bytes = value.encoded
    #expect(Hex.encode(bytes.prefix(10)) == "a5010203262001215820")
    let (decoded, count) = try CBORValue.first(in: bytes + [1, 2, 3])
    #expect(count == bytes.count)
    #expect(decoded[3]?.integerValue == -7)
    #expect(decoded[-2]?.bytesValue == Array(key[..<32]))
    #expect(decoded["x"] == nil)
  }

  @Test func numbers() throws {
    for value in [Int64.min, -1, 0, 23, 24, 255, 256, 65535, 65536, Int64.max] {
      #expect(try CBORValue(encoded: CBORValue.integer(value).encoded).integerValue == value)
    }
    for bits in UInt16.min...UInt16.max {
      let value = HalfPrecision.value(of: bits)
      if HalfPrecision.bits(of: value) != (value.isNaN ? 0x7E00 : bits) { Issue.record("half \(bits)") }
    }
  }

  private static func matches(_ value: CBORValue, _ json: JSONValue) -> Bool {
    switch (value, json) {
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    case (.text(let left), .string(let right)): left == right
    case (.float(let left), _): left == json.numberValue
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { matches($0, $1) }
    case (.map(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { pair in
          pair.key.textValue.flatMap { right[$0] }.map { matches(pair.value, $0) } ?? false
        }
    // The file has numbers beyond 64 bits as doubles.
    case (.unsigned(let left), .number(let right)): Double(left) == right
    case (.negative(let left), .number(let right)): -1 - Double(left) == right
    case (.tagged(2, .bytes(let bytes)), .number(let right)): bytes.reduce(0.0) { $0 * 256 + Double($1) } == right
    case (.tagged(3, .bytes(let bytes)), .number(let right)): -1 - bytes.reduce(0.0) { $0 * 256 + Double($1) } == right
    default: value.integerValue != nil && value.integerValue == json.integerValue
    }
  }
}
