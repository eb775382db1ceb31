#if canImport(Glibc)
  import AuthCore
  import Testing

  @testable import AuthTransport

  @Suite(.enabled(if: Installed.openssl, "the command openssl is not installed"), .timeLimit(.minutes(5)))
  struct SubjectPublicKeyInfoTests {
    /// Returns the DER of a new public key, as OpenSSL writes it.
    private func key(_ generate: String) throws -> [UInt8] {
      let text = try ChildProcess.lines(
        "openssl genpkey \(generate) | openssl pkey -pubout -outform der | openssl base64 -A && echo")
      return try #require(Base64.decode(text.joined()))
    }

    @Test func ellipticKeysAreWrappedAsOpenSSLDoes() throws {
      for (curve, bits) in [("prime256v1", 256), ("secp384r1", 384), ("secp521r1", 521)] {
        let expected = try key("-algorithm EC -pkeyopt ec_paramgen_curve:\(curve) -pkeyopt ec_param_enc:named_curve")
        let point = Array(expected.suffix(1 + 2 * ((bits + 7) / 8)))
        #expect(SubjectPublicKeyInfo.encode(isElliptic: true, bits: bits, key: point) == expected, "\(curve)")
      }
    }

    @Test func rsaKeysAreWrappedAsOpenSSLDoes() throws {
      let expected = try key("-algorithm RSA -pkeyopt rsa_keygen_bits:2048")
      // Without the outer header (4 bytes), the algorithm (15) and the header of the bit string (5), it is PKCS #1.
      let bare = Array(expected.dropFirst(24))
      #expect(SubjectPublicKeyInfo.encode(isElliptic: false, bits: 2048, key: bare) == expected)
      #expect(SubjectPublicKeyInfo.encode(isElliptic: false, bits: 1024, key: bare) == nil)
      #expect(SubjectPublicKeyInfo.encode(isElliptic: true, bits: 255, key: bare) == nil)
    }
  }
#endif
