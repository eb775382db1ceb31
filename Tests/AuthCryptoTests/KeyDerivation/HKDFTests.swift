import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct HKDFTests {
  @Test func wycheproof() throws {
    var tally = Tally()
    for (_, tests) in try Vectors.wycheproof("hkdf_sha256_test") {
      for test in tests {
        let count = Int(try #require(test.json["size"]?.integerValue))
        // More than 255 blocks is a programming error here, as in CryptoKit.
        guard count <= 255 * 32 else {
          tally.record(test, accepted: false)
          continue
        }
        let key = HKDF<SHA256>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: try test.bytes("ikm")), salt: try test.bytes("salt"),
          info: try test.bytes("info"), outputByteCount: count)
        tally.record(test, accepted: try key.withUnsafeBytes { Array($0) } == test.bytes("okm"))
      }
    }
    tally.expect("HKDF-SHA-256", accepted: 83, refused: 3)
  }

  /// The examples of RFC 5869 A.1 to A.3.
  @Test(arguments: [
    (
      "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
      "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    ),
    (
      Hex.encode(UInt8(0x00)...0x4f), Hex.encode(UInt8(0x60)...0xaf), Hex.encode(UInt8(0xb0)...0xff),
      "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
      "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
    ),
    (
      "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "",
      "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    ),
  ])
  func published(material: String, salt: String, info: String, pseudoRandomKey: String, output: String) throws {
    let key = SymmetricKey(data: try #require(Hex.decode(material)))
    let extracted = HKDF<SHA256>.extract(inputKeyMaterial: key, salt: Hex.decode(salt))
    #expect(Hex.encode(extracted) == pseudoRandomKey)
    let expanded = HKDF<SHA256>.expand(
      pseudoRandomKey: extracted, info: Hex.decode(info), outputByteCount: output.count / 2)
    #expect(expanded.withUnsafeBytes { Hex.encode($0) } == output)
  }
}
