import AuthCore
import AuthCrypto
import AuthTurnkey
import Testing

@Suite struct WalletStamperTests {
  private struct Broken: Error {}
  private let point = [2] + [UInt8](repeating: 9, count: 32)
  private let r = [UInt8](repeating: 0x81, count: 32)
  private let s = [UInt8](repeating: 0, count: 3) + [UInt8](repeating: 0x11, count: 29)

  @Test func everyFormOfAnEthereumSignatureBecomesTheSameStamp() async throws {
    let raw = r + s
    let der = Array(try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation)
    for scheme in [StampScheme.secp256k1, .secp256k1EIP191] {
      for signature in [raw, raw + [27], der] {
        let stamp = try await WalletStamper(publicKey: point, scheme: scheme) { body in
          #expect(body == [1, 2, 3])
          return signature
        }.stamp([1, 2, 3])
        #expect(stamp.name == "X-Stamp")
        let parts = try StampParts(stamp.value)
        #expect(parts.names == ["publicKey", "scheme", "signature"])
        #expect(parts.scheme == scheme.rawValue)
        #expect(parts.publicKey == Hex.encode(point))
        #expect(parts.signature == der)
      }
    }
  }

  @Test func passesASolanaSignatureUnchanged() async throws {
    let key = Curve25519.Signing.PrivateKey()
    let stamper = try WalletStamper(publicKey: Array(key.publicKey.rawRepresentation), scheme: .ed25519) { body in
      Array(try key.signature(for: body))
    }
    let parts = try StampParts(try await stamper.stamp([5]).value)
    #expect(parts.scheme == "SIGNATURE_SCHEME_TK_API_ED25519")
    #expect(key.publicKey.isValidSignature(parts.signature, for: [UInt8]([5])))
  }

  @Test func refusesMismatchedKeysAndSchemes() {
    let cases: [([UInt8], StampScheme, AuthError.Code)] = [
      (Array(point.dropFirst()), .secp256k1, .invalidRequest), ([4] + point.dropFirst(), .secp256k1, .invalidRequest),
      (point, .ed25519, .invalidRequest), (point, .p256, .unsupported),
    ]
    for (key, scheme, code) in cases {
      #expect(throws: AuthError(code, "")) { try WalletStamper(publicKey: key, scheme: scheme) { $0 } }
    }
  }

  @Test func walletsErrorTextIsNotShown() async throws {
    let cases: [(WalletStamper.Signing, AuthError.Code)] = [
      ({ _ in throw Broken() }, .providerError), ({ _ in throw CancellationError() }, .cancelled),
      ({ _ in throw AuthError(.forbidden, "no") }, .forbidden), ({ _ in [0x30, 0x02, 0x01] }, .providerError),
      ({ _ in [] }, .providerError),
    ]
    for (sign, code) in cases {
      let stamper = try WalletStamper(publicKey: point, scheme: .secp256k1EIP191, sign: sign)
      await #expect(throws: AuthError(code, "")) { try await stamper.stamp([]) }
    }
  }
}
