import AuthCore
import AuthCrypto
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The formats of keys, time buckets and signatures: the vectors of A40 and A41.
@Suite struct DeviceKeyFormatTests {
  private static let publicKey =
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEr++hb5fKmy0j64bMtkCY0g25CFYGLrJJwzqbZy8m32GTCla4ei/KZjNLA0WKv4eX"
    + "F8Esxo7XMpCvLiZkeWuSIA=="
  private static let query =
    "TUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFcisraGI1ZktteTBqNjRiTXRrQ1kwZzI1Q0ZZR0xySkp3enFiWnk4"
    + "bTMyR1RDbGE0ZWkvS1pqTkxBMFdLdjRlWEY4RXN4bzdYTXBDdkxpWmtlV3VTSUE9PQ"
  private static let signatures = [
    "2833333.0":
      "MEYCIQCh93FEA0L1KElT1OQSVwW7gQd1deRsQJEYnGoe4WQhZQIhAMtcFwMuhMhsYzXHrBgCENFB7gV3NvXOnJtqW1SZe9Sw",
    "challenge-0001":
      "MEUCICHn0OwqiYfxqQJlDjRFC6KwxI3BZJO9xqw8OfK2OY/SAiEAnnCUbwzAt+HfgNkFyUVlz1/Vfp4h9zA9A3sO51+vu6M=",
  ]

  @Test func writesTheVectorsKey() throws {
    let der = try #require(Base64.decode(Self.publicKey))
    let key = try P256.Signing.PublicKey(derRepresentation: der)
    let written = try DeviceKeyFormat.publicKey(Array(key.compressedRepresentation))
    #expect(written == Self.publicKey && written.utf8.count == 124)
    #expect(DeviceKeyFormat.queryValue(written) == Self.query && Self.query.utf8.count == 166)
  }

  @Test func refusesInvalidKeysAndSignatures() {
    #expect(throws: AuthError(.keyUnavailable, "")) { try DeviceKeyFormat.publicKey([2, 1, 2]) }
    #expect(throws: AuthError(.keyUnavailable, "")) { try DeviceKeyFormat.signature([1, 2, 3]) }
  }

  @Test func writesTheVectorsSignatures() throws {
    let key = try P256.Signing.PublicKey(derRepresentation: try #require(Base64.decode(Self.publicKey)))
    for (text, expected) in Self.signatures {
      let signature = try P256.Signing.ECDSASignature(derRepresentation: try #require(Base64.decode(expected)))
      #expect(key.isValidSignature(signature, for: Array(text.utf8)), "\(text)")
      #expect(try DeviceKeyFormat.signature(Array(signature.rawRepresentation)) == expected, "\(text)")
      #expect(!key.isValidSignature(signature, for: Array((text + "0").utf8)), "\(text)")
    }
  }

  @Test func printsTheTimeBucketAsAFloatingPointNumber() {
    let buckets: [(Double, String)] = [
      (1_700_000_000, "2833333.0"), (1_699_999_800, "2833333.0"), (1_700_000_399.9, "2833333.0"),
      (1_700_000_400, "2833334.0"), (0, "0.0"),
    ]
    for (seconds, expected) in buckets {
      #expect(DeviceKeyFormat.timeBucket(Date(timeIntervalSince1970: seconds)) == expected)
    }
  }
}
