import AuthCore
import Testing

@testable import AuthSandboxChains

/// The digests of typed data, compared with the example of EIP-712 and with `eth-account` 0.14.
@Suite struct TypedDataTests {
  private static func digest(_ text: String) throws -> String? {
    let document = try JSONValue(parsing: Array(text.utf8))
    let data = try #require(
      TypedData(
        types: document["types"]?.objectValue ?? [:], primaryType: document["primaryType"]?.stringValue ?? "",
        domain: document["domain"]?.objectValue ?? [:], message: document["message"]?.objectValue ?? [:]))
    return data.digest.map { Hex.encode($0) }
  }

  private static let mail = #"""
    {"types": {"Person": [{"name": "name", "type": "string"}, {"name": "wallet", "type": "address"}],
      "Mail": [{"name": "from", "type": "Person"}, {"name": "to", "type": "Person"},
        {"name": "contents", "type": "string"}]},
     "primaryType": "Mail",
     "domain": {"name": "Ether Mail", "version": "1", "chainId": 1,
       "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
     "message": {"from": {"name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
       "to": {"name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"}, "contents": "Hello, Bob!"}}
    """#

  @Test func theExampleOfEIP712() throws {
    #expect(try Self.digest(Self.mail) == "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2")
  }

  /// Arrays of structs, of arrays and of fixed length; the limits of whole numbers; short bytes; text beyond ASCII.
  private static let order = #"""
    {"types": {"EIP712Domain": [{"name": "name", "type": "string"}, {"name": "salt", "type": "bytes32"}],
      "Order": [{"name": "legs", "type": "Leg[]"}, {"name": "pair", "type": "uint8[2]"},
        {"name": "grid", "type": "int16[][2]"}, {"name": "low", "type": "int256"}, {"name": "high", "type": "uint256"},
        {"name": "small", "type": "int8"}, {"name": "note", "type": "bytes"}, {"name": "tag", "type": "bytes4"},
        {"name": "open", "type": "bool"}, {"name": "names", "type": "string[]"}],
      "Leg": [{"name": "asset", "type": "Asset"}, {"name": "amount", "type": "uint128"}],
      "Asset": [{"name": "token", "type": "address"}]},
     "primaryType": "Order",
     "domain": {"name": "Exchange", "salt": "0xabababababababababababababababababababababababababababababababab"},
     "message": {"legs": [
        {"asset": {"token": "0x1111111111111111111111111111111111111111"},
         "amount": "340282366920938463463374607431768211455"},
        {"asset": {"token": "0x2222222222222222222222222222222222222222"}, "amount": 1}],
       "pair": [1, 255], "grid": [[-1, 2], []],
       "low": "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
       "high": "115792089237316195423570985008687907853269984665640564039457584007913129639935",
       "small": -128, "note": "0x0102", "tag": "0xdeadbeef", "open": true, "names": ["a", "ü"]}}
    """#

  @Test func everyKindOfValue() throws {
    #expect(try Self.digest(Self.order) == "7959ff5140ff65e8363d8934972e1541d0f6a7452ccd31aeca90a111da361f72")
  }

  /// A value that does not fit its type has no digest.
  @Test(arguments: [
    (#""small": -128"#, #""small": -129"#), (#""small": -128"#, #""small": 128"#), ("[1, 255]", "[1, 256]"),
    ("[1, 255]", "[1]"), (#""0xdeadbeef""#, #""0xdeadbeef00""#), ("true", "1"), (#""0x0102""#, #""0102""#),
    ("340282366920938463463374607431768211455", "340282366920938463463374607431768211456"),
    (#""type": "uint128""#, #""type": "uint129""#), (#""type": "Asset"}"#, #""type": "Thing"}"#),
    (#""primaryType": "Order""#, #""primaryType": "Nothing""#), (#""open": true, "#, ""),
  ])
  func refusesAValueThatDoesNotFit(_ part: String, _ other: String) throws {
    let halves = Self.order.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(halves.count == 2)
    #expect(try Self.digest(halves.joined(separator: other)) == nil)
  }
}
