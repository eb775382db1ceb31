import AuthCore
import AuthCrypto
import Testing

@testable import AuthSandboxChains

/// The encodings of transactions, compared with the example of EIP-155 and with transactions that `eth-account` 0.14
/// and `solders` 0.29 signed.
@Suite struct TransactionTests {
  private static let account = [UInt8](repeating: 0x35, count: 20)

  private static func signed(_ transaction: UnsignedTransaction) throws -> (String, String) {
    let key = try #require(ChainKey(.secp256k1, [UInt8](repeating: 0x46, count: 32)))
    let signed = try #require(transaction.signed(by: key))
    return (Hex.encode(signed.bytes), Hex.encode(signed.hash))
  }

  @Test func theExampleOfEIP155() throws {
    let transaction = UnsignedTransaction(
      chainID: 1, nonce: 9, gasLimit: 21_000, fees: .legacy(price: UInt256(0, 0, 0, 20_000_000_000)),
      to: Self.account, value: UInt256(0, 0, 0, 1_000_000_000_000_000_000), data: [])
    let (bytes, hash) = try Self.signed(transaction)
    #expect(
      bytes
        == "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080"
        + "25a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"
        + "a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83")
    #expect(hash == "33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788")
  }

  @Test func typedTransactions() throws {
    let withList = UnsignedTransaction(
      chainID: 8453, nonce: 0, gasLimit: 100_000, fees: .withAccessList(price: UInt256(0, 0, 0, 1_000_000_000)),
      to: Self.account, value: .zero, data: Array(0..<60))
    #expect(try Self.signed(withList).1 == "2361f47027b0610ad7376d20648d9b92020ca1a6fa218cd91158cde0369165c3")

    // 2^200 + 5 wei: more than 64 bits.
    let dynamic = UnsignedTransaction(
      chainID: 11_155_111, nonce: 300, gasLimit: 21_000,
      fees: .dynamic(maximum: UInt256(0, 0, 0, 2_000_000_000), priority: UInt256(0, 0, 0, 1_000_000_000)),
      to: Self.account, value: UInt256(1 << 8, 0, 0, 5), data: [1])
    #expect(
      try Self.signed(dynamic).0
        == "02f88983aa36a782012c843b9aca0084773594008252089435353535353535353535353535353535353535359a"
        + "010000000000000000000000000000000000000000000000000501c080"
        + "a06504512a45ec05541e414a1b886c29f85acbf3bedaf302118042f286e92fe0bf"
        + "a052bc51e29bccbced1b24f1723723c9a66b927593b548ad3713f0d9aa4de24bc3")

    // The creation of a contract, with more than 255 bytes of data.
    let creation = UnsignedTransaction(
      chainID: 1, nonce: 1, gasLimit: 500_000,
      fees: .dynamic(maximum: UInt256(0, 0, 0, 2_000_000_000), priority: .zero), to: nil, value: .zero,
      data: [UInt8](repeating: 0, count: 300))
    #expect(try Self.signed(creation).1 == "db5bf1f8a85e618599dc1f1f673364315818f4ae0ca8412345b8d01217d6605b")
  }

  @Test func numbersInTexts() throws {
    #expect(UInt256("0x100") == UInt256(0, 0, 0, 256))
    #expect(UInt256("18446744073709551616") == UInt256(0, 0, 1, 0))
    let last = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
    #expect(UInt256(last)?.bytes == [UInt8](repeating: 255, count: 32))
    for text in [
      "", "0x", "-1", "1.5", "0x1" + String(repeating: "0", count: 64),
      "115792089237316195423570985008687907853269984665640564039457584007913129639936",
    ] {
      #expect(UInt256(text) == nil, "\(text)")
    }
    #expect(UInt256(JSONValue.integer(-1)) == nil)
    #expect(UInt256(0, 0, 1, 0).word == nil)
  }

  /// A transfer from the key of 32 sevens to the key of 32 eights, in the legacy format.
  private static let message =
    "01000103ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"
    + "1398f62c6d1a457c51ba6a4b5f3dbd2f69fca93216218dc8997e416bd17d93ca" + String(repeating: "0", count: 64)
    + String(repeating: "09", count: 32) + "01020200010c020000000500000000000000"

  @Test func aTransactionOfSolana() throws {
    let unsigned = try #require(Hex.decode("01" + String(repeating: "00", count: 64) + Self.message))
    let key = try #require(ChainKey(.ed25519, [UInt8](repeating: 7, count: 32)))
    let transaction = try #require(SolanaTransaction(unsigned))
    #expect(!SolanaTransaction.isComplete(unsigned))
    let signed = try #require(transaction.signed(by: key))
    let signature =
      "1f5f189113d865466ba6bfd164776bae52bc3ca066e806f7a87c43f7dec87f02"
      + "e8cf82b81080bb294575216b0d4db27d473570a9fb6d2ec323cefb226a3ee10c"
    #expect(Hex.encode(signed.bytes) == "01" + signature + Self.message)
    #expect(Hex.encode(signed.id) == signature)
    #expect(SolanaTransaction.isComplete(signed.bytes))
    // The receiver does not sign.
    let receiver = try #require(ChainKey(.ed25519, [UInt8](repeating: 8, count: 32)))
    #expect(transaction.signed(by: receiver) == nil)
  }

  /// A message of version 0 that two accounts sign; the second one adds its signature.
  @Test func aTransactionOfTwoSigners() throws {
    let first =
      "e8fea97e22902c7f259d2d4204f5372515ac0ae29d62533f093ec286c92fb2b8"
      + "a3ff11aa8ab4dcd2744fa846b21539d6a0088d2e0c92aeb654e88e3cdbd53b01"
    let second =
      "69f335ffae3d2681edfb97b01f925902b4c50a71c5f3409429b9869a4ca35bf3"
      + "3b22021324e915a21836eecf12ea9e2f4e12c8eff4d56926bc262d4873ca5b03"
    let message =
      "8002000103ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"
      + "1398f62c6d1a457c51ba6a4b5f3dbd2f69fca93216218dc8997e416bd17d93ca" + String(repeating: "0", count: 64)
      + String(repeating: "09", count: 32)
      + "02020200010c020000000500000000000000020201000c02000000060000000000000000"
    let half = try #require(Hex.decode("02" + first + String(repeating: "00", count: 64) + message))
    let key = try #require(ChainKey(.ed25519, [UInt8](repeating: 8, count: 32)))
    let signed = try #require(SolanaTransaction(half)?.signed(by: key))
    #expect(Hex.encode(signed.bytes) == "02" + first + second + message)
    #expect(Hex.encode(signed.id) == first)
  }

  @Test func refusesBytesThatAreNotATransaction() throws {
    let whole = try #require(Hex.decode("01" + String(repeating: "00", count: 64) + Self.message))
    for count in 0..<(whole.count - 60) where count < 100 { #expect(SolanaTransaction(Array(whole[..<count])) == nil) }
    #expect(SolanaTransaction([UInt8](repeating: 0xFF, count: 200)) == nil)
    #expect(SolanaTransaction([0] + whole.dropFirst()) == nil)
  }
}
