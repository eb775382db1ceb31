import AuthCore
import Testing

@testable import AuthCrypto

/// Signatures of the algorithms that JOSE keys and attestation certificates can have. The counts are those of the
/// files.
@Suite struct WycheproofSignatureTests {
  private static func scheme(_ group: JSONValue) -> RSA.Signing.Scheme? {
    let isPSS = group["sLen"] != nil
    switch group["sha"]?.stringValue {
    case "SHA-256": return isPSS ? .pssSHA256 : .pkcs1v15SHA256
    case "SHA-384": return isPSS ? .pssSHA384 : .pkcs1v15SHA384
    case "SHA-512": return isPSS ? .pssSHA512 : .pkcs1v15SHA512
    default: return nil
    }
  }

  /// The numbers of accepted, refused and open cases of a file of RSA signatures. An open case is a signature whose
  /// DigestInfo lacks the NULL; it is refused.
  @Test(arguments: [
    ("rsa_signature_2048_sha384_test", 7, 250, 1), ("rsa_signature_2048_sha512_test", 8, 250, 1),
    ("rsa_signature_3072_sha256_test", 8, 250, 1), ("rsa_signature_3072_sha384_test", 7, 251, 1),
    ("rsa_signature_3072_sha512_test", 8, 251, 1), ("rsa_signature_4096_sha256_test", 7, 250, 1),
    ("rsa_signature_4096_sha384_test", 7, 251, 1), ("rsa_signature_4096_sha512_test", 7, 251, 1),
    ("rsa_signature_8192_sha256_test", 7, 250, 1), ("rsa_signature_8192_sha384_test", 7, 251, 1),
    ("rsa_signature_8192_sha512_test", 7, 251, 1), ("rsa_pss_2048_sha256_mgf1_32_test", 63, 45, 0),
    ("rsa_pss_2048_sha384_mgf1_48_test", 95, 46, 0), ("rsa_pss_3072_sha256_mgf1_32_test", 63, 45, 0),
    ("rsa_pss_4096_sha256_mgf1_32_test", 63, 45, 0), ("rsa_pss_4096_sha384_mgf1_48_test", 95, 46, 0),
    ("rsa_pss_4096_sha512_mgf1_64_test", 132, 47, 0),
  ])
  func rsa(_ name: String, _ accepted: Int, _ refused: Int, _ open: Int) throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof(name) {
      let key = try RSA.Signing.PublicKey(derRepresentation: #require(group["publicKeyDer"]?.hexBytes))
      let scheme = try #require(Self.scheme(group))
      for test in tests {
        let isValid = key.isValidSignature(try test.bytes("sig"), for: try test.bytes("msg"), using: scheme)
        tally.record(test, accepted: isValid)
        if test.result == "acceptable" { #expect(!isValid) }
      }
    }
    tally.expect(name, accepted: accepted, refused: refused, acceptable: open)
  }

  /// Every case is a valid signature with its own parameters of PSS. Only those of JOSE are accepted: one hash, and a
  /// salt of its size.
  @Test func onlyTheParametersOfJOSE() throws {
    var (accepted, refused) = (0, 0)
    for (group, tests) in try Vectors.wycheproof("rsa_pss_misc_test") {
      let key = try RSA.Signing.PublicKey(derRepresentation: #require(group["publicKeyDer"]?.hexBytes))
      let sizes: [String: Int64] = ["SHA-256": 32, "SHA-384": 48, "SHA-512": 64]
      let hash = try #require(group["sha"]?.stringValue)
      let isOfJOSE = group["mgfSha"]?.stringValue == hash && group["sLen"]?.integerValue == sizes[hash]
      for test in tests {
        #expect(test.result == "valid")
        let isValid = RSA.Signing.Scheme.allCases.contains { scheme in
          (try? key.isValidSignature(test.bytes("sig"), for: test.bytes("msg"), using: scheme)) == true
        }
        #expect(isValid == (isOfJOSE && sizes[hash] != nil), "case \(test.id)")
        if isValid { accepted += 1 } else { refused += 1 }
      }
    }
    print("rsa_pss_misc_test: \(accepted) accepted, \(refused) refused on purpose")
    #expect(accepted == 3 && refused == 147)
  }

  /// Signatures with PKCS #1 v1.5 are deterministic, so that those of the file must come out.
  @Test(arguments: [
    ("rsa_pkcs1_2048_sig_gen_test", 27), ("rsa_pkcs1_3072_sig_gen_test", 26), ("rsa_pkcs1_4096_sig_gen_test", 24),
  ])
  func signsAsTheFileDoes(_ name: String, _ count: Int) throws {
    var (made, others) = (0, 0)
    for (group, tests) in try Vectors.wycheproof(name) {
      guard let scheme = Self.scheme(group) else {
        others += tests.count
        continue
      }
      let key = try RSA.Signing.PrivateKey(derRepresentation: #require(group["privateKeyPkcs8"]?.hexBytes))
      for test in tests {
        #expect(try key.signature(for: test.bytes("msg"), using: scheme) == test.bytes("sig"), "case \(test.id)")
        made += 1
      }
    }
    print("\(name): \(made) signed, \(others) with hashes that are not used")
    #expect(made == count)
  }

  @Test func ellipticCurves() throws {
    try curve("ecdsa_secp256r1_sha256_p1363_test", 173, 89) { key, signature, message in
      try P256.Signing.PublicKey(x963Representation: key)
        .isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
    }
    try curve("ecdsa_secp384r1_sha384_p1363_test", 193, 87) { key, signature, message in
      try P384.Signing.PublicKey(x963Representation: key)
        .isValidSignature(P384.Signing.ECDSASignature(rawRepresentation: signature), for: message)
    }
    try curve("ecdsa_secp521r1_sha512_p1363_test", 231, 87) { key, signature, message in
      try P521.Signing.PublicKey(x963Representation: key)
        .isValidSignature(P521.Signing.ECDSASignature(rawRepresentation: signature), for: message)
    }
    try curve("ecdsa_secp384r1_sha384_test", 194, 310) { key, signature, message in
      try P384.Signing.PublicKey(x963Representation: key)
        .isValidSignature(P384.Signing.ECDSASignature(derRepresentation: signature), for: message)
    }
    try curve("ecdsa_secp521r1_sha512_test", 232, 310) { key, signature, message in
      try P521.Signing.PublicKey(x963Representation: key)
        .isValidSignature(P521.Signing.ECDSASignature(derRepresentation: signature), for: message)
    }
  }

  private func curve(
    _ name: String, _ accepted: Int, _ refused: Int,
    _ isValid: (_ key: [UInt8], _ signature: [UInt8], _ message: [UInt8]) throws -> Bool
  ) throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof(name) {
      let key = try #require(group["publicKey"]?["uncompressed"]?.hexBytes)
      for test in tests {
        let (signature, message) = (try test.bytes("sig"), try test.bytes("msg"))
        tally.record(test, accepted: (try? isValid(key, signature, message)) ?? false)
      }
    }
    tally.expect(name, accepted: accepted, refused: refused)
  }
}
