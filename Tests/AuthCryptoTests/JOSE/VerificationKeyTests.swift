import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct VerificationKeyTests {
  @Test func eachKeyVerifiesBySomeAlgorithmsAndNoOther() throws {
    let rsa = try RSA.Signing.PrivateKey()
    let rsaAlgorithms: [JWSAlgorithm] = [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
    let signers: [(key: JWS.SigningKey, good: [JWSAlgorithm])] = [
      (.p256(P256.Signing.PrivateKey()), [.es256]), (.p384(P384.Signing.PrivateKey()), [.es384]),
      (.p521(P521.Signing.PrivateKey()), [.es512]), (.ed25519(Curve25519.Signing.PrivateKey()), [.edDSA]),
      (.rsa(rsa, .rs256), rsaAlgorithms),
      (.hmac(SymmetricKey(data: [UInt8](repeating: 7, count: 32)), .hs256), [.hs256]),
      (.hmac(SymmetricKey(data: [UInt8](repeating: 7, count: 48)), .hs384), [.hs256, .hs384]),
      (.hmac(SymmetricKey(data: [UInt8](repeating: 7, count: 64)), .hs512), [.hs256, .hs384, .hs512]),
    ]
    for (signer, good) in signers {
      let key = signer.verificationKey
      let signature = try signer.signature(for: [7])
      for algorithm in JWSAlgorithm.allCases {
        #expect(key.fits(algorithm) == good.contains(algorithm), "\(signer.algorithm) \(algorithm)")
        let isValid = key.isValidSignature(signature, for: [7], by: algorithm)
        #expect(isValid == (algorithm == signer.algorithm), "\(signer.algorithm) \(algorithm)")
      }
      let wrong = [[], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: signature.count)]
      for other in wrong { #expect(!key.isValidSignature(other, for: [7], by: signer.algorithm)) }
      #expect(!key.isValidSignature(signature, for: [8], by: signer.algorithm))
    }
    for length in [0, 1, 31] {
      let short = JWS.VerificationKey.hmac(SymmetricKey(data: [UInt8](repeating: 7, count: length)))
      #expect(!short.fits(.hs256), "\(length)")
    }
  }
}
