import AuthCore
import Testing

@testable import AuthTurnkeyAPI

@Suite struct RawSignatureTests {
  @Test func halvesHaveTheCurvesLength() throws {
    let cases: [(String, [UInt8]?)] = [
      (String(repeating: "ab", count: 32), [UInt8](repeating: 0xAB, count: 32)),
      (String(repeating: "ab", count: 31), [0] + [UInt8](repeating: 0xAB, count: 31)),
      ("1", [UInt8](repeating: 0, count: 31) + [1]), ("0x1", [UInt8](repeating: 0, count: 31) + [1]),
      ("", [UInt8](repeating: 0, count: 32)), (String(repeating: "ab", count: 33), nil), ("xy", nil),
    ]
    for (text, expected) in cases {
      let json: JSONValue = ["r": .string(text), "s": "02", "v": "00"]
      if let expected {
        let signature = try RawSignature(json: json)
        #expect(signature.r == expected)
        #expect(signature.bytes.count == 64)
      } else {
        #expect(throws: AuthError(.malformedResponse, "")) { try RawSignature(json: json) }
      }
    }
  }

  @Test func signsMessagesAsWalletsOfTheirKindDo() {
    let cases: [(AddressFormat, String, PayloadHash)] = [
      (.ethereum, "0x19457468657265756d205369676e6564204d6573736167653a0a326869", .keccak256),
      (.solana, "0x6869", .notApplicable), (.sui, "0x6869", .notApplicable), (.cosmos, "hi", .sha256),
      (.compressed, "0x6869", .sha256), (AddressFormat(rawValue: "ADDRESS_FORMAT_NEW"), "0x6869", .sha256),
    ]
    for (format, payload, hash) in cases {
      let form = MessageForm(format)
      #expect(form.payload(Array("hi".utf8)) == payload)
      #expect(form.hash == hash)
    }
  }
}
