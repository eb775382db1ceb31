#if SwiftCrypto && !canImport(CryptoKit)
  import AuthCore
  import Crypto
  import CryptoExtras

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// An RSA key in swift-crypto. Its BoringSSL refuses public exponents of more than 33 bits, and generates only keys
  /// whose length is a multiple of 128 bits.
  struct RSAKey: Sendable {
    private let publicKey: _RSA.Signing.PublicKey
    private let privateKey: _RSA.Signing.PrivateKey?

    init(_ numbers: RSAPublicNumbers) throws(CryptoError) {
      do {
        publicKey = try _RSA.Signing.PublicKey(derRepresentation: numbers.pkcs1)
      } catch {
        throw .invalidKey
      }
      privateKey = nil
    }

    init(_ numbers: RSAPrivateNumbers) throws(CryptoError) {
      var der = numbers.pkcs1
      defer { Wiping.wipe(&der) }
      do {
        let key = try _RSA.Signing.PrivateKey(derRepresentation: der)
        publicKey = key.publicKey
        privateKey = key
      } catch {
        throw .invalidKey
      }
    }

    /// Generates a key and returns its numbers.
    static func generate(bitCount: Int) throws(CryptoError) -> RSAPrivateNumbers {
      guard bitCount.isMultiple(of: 128) else { throw .invalidParameter }
      let der: Data
      do {
        der = try _RSA.Signing.PrivateKey(keySize: _RSA.Signing.KeySize(bitCount: bitCount)).derRepresentation
      } catch {
        throw .internalFailure
      }
      return try RSAPrivateNumbers(pkcs1: der)
    }

    func sign(_ message: [UInt8], using scheme: RSA.Signing.Scheme) throws(CryptoError) -> [UInt8] {
      guard let privateKey else { throw .internalFailure }
      do {
        let signature =
          switch scheme {
          case .pkcs1v15SHA256, .pssSHA256:
            try privateKey.signature(for: SHA256.hash(data: message), padding: scheme.padding)
          case .pkcs1v15SHA384, .pssSHA384:
            try privateKey.signature(for: SHA384.hash(data: message), padding: scheme.padding)
          case .pkcs1v15SHA512, .pssSHA512:
            try privateKey.signature(for: SHA512.hash(data: message), padding: scheme.padding)
          }
        return Array(signature.rawRepresentation)
      } catch {
        throw .internalFailure
      }
    }

    func verify(_ signature: [UInt8], of message: [UInt8], using scheme: RSA.Signing.Scheme) -> Bool {
      let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
      return switch scheme {
      case .pkcs1v15SHA256, .pssSHA256:
        publicKey.isValidSignature(signature, for: SHA256.hash(data: message), padding: scheme.padding)
      case .pkcs1v15SHA384, .pssSHA384:
        publicKey.isValidSignature(signature, for: SHA384.hash(data: message), padding: scheme.padding)
      case .pkcs1v15SHA512, .pssSHA512:
        publicKey.isValidSignature(signature, for: SHA512.hash(data: message), padding: scheme.padding)
      }
    }
  }

  extension RSA.Signing.Scheme {
    /// The library's padding. The salt of its PSS has the length of the digest.
    fileprivate var padding: _RSA.Signing.Padding {
      switch self {
      case .pkcs1v15SHA256, .pkcs1v15SHA384, .pkcs1v15SHA512: .insecurePKCS1v1_5
      case .pssSHA256, .pssSHA384, .pssSHA512: .PSS
      }
    }
  }
#endif
