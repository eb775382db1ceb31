import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct EncodingTests {
  /// The examples of RFC 4648 §10, without the padding.
  @Test func base32() {
    let table = [
      "": "", "f": "MY", "fo": "MZXQ", "foo": "MZXW6", "foob": "MZXW6YQ", "fooba": "MZXW6YTB", "foobar": "MZXW6YTBOI",
    ]
    for (text, code) in table {
      #expect(Base32.encode(text.utf8) == code)
      #expect(Base32.decode(code) == Array(text.utf8))
      #expect(Base32.decode(code.lowercased()) == Array(text.utf8))
    }
    #expect(Base32.decode("MY======") == Array("f".utf8))
    for wrong in ["M", "MZ", "MZXW6Y", "M1", "MY=X", "MÄ", "MZXQ1"] { #expect(Base32.decode(wrong) == nil, "\(wrong)") }
  }

  @Test func base58() {
    let table = [
      "": "", "61": "2g", "626262": "a3gV", "636363": "aPEr", "00000000000000000000": "1111111111",
      "73696d706c792061206c6f6e6720737472696e67": "2cFupjhnEsSn59qHXstmK2ffpLv2", "516b6fcd0f": "ABnLTmg",
      "00eb15231dfceb60925886b67d065299925915aeb172c06647": "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L",
    ]
    for (hex, text) in table {
      #expect(Base58.encode(Hex.decode(hex) ?? []) == text)
      #expect(Base58.decode(text) == Hex.decode(hex))
    }
    for wrong in ["0", "O", "I", "l", "2g ", "é", String(repeating: "2", count: 4097)] {
      #expect(Base58.decode(wrong) == nil)
    }
    #expect(Base58Check.decode("") == nil)
    for count in 0..<40 {
      let bytes = SystemRandomSource().bytes(count)
      #expect(Base58Check.decode(Base58Check.encode(bytes)) == bytes)
    }
  }

  @Test func derIsReadStrictly() throws {
    func integer(_ hex: String) throws -> [UInt8] {
      var reader = DERReader(try #require(Hex.decode(hex)))
      let value = Array(try reader.unsignedInteger())
      try reader.end()
      return value
    }
    #expect(try integer("020100") == [])
    #expect(try integer("02017f") == [0x7f])
    #expect(try integer("02020080") == [0x80])
    #expect(try integer("028180" + String(repeating: "11", count: 128)).count == 128)
    let wrong = [
      "", "02", "0200", "0201", "020180", "02020000", "0202007f", "0301ff", "02810101", "0282000101", "0280010000",
      "02020100ff", "028481000000", "0285000000000101",
    ]
    for hex in wrong { #expect(throws: CryptoError.invalidEncoding, "\(hex)") { try integer(hex) } }
  }

  @Test func pem() throws {
    let bytes = [UInt8](0...99)
    let document = PEMDocument(label: "THING", derBytes: bytes)
    #expect(try PEMDocument(text: document.text).derBytes == bytes)
    #expect(try PEMDocument(text: document.text.replacing("\n", with: "\r\n")).label == "THING")
    #expect(document.text.split(separator: "\n").allSatisfy { $0.count <= 64 })
    for wrong in ["-----BEGIN THING-----\n-----END THING-----", document.text.replacing("END", with: "FIN"), "-----"] {
      #expect(throws: CryptoError.invalidEncoding) { try PEMDocument(text: wrong) }
    }
  }
}
