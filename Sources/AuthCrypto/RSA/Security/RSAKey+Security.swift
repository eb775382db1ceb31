#if canImport(Security)
  import AuthCore
  import Foundation
  import Security

  /// An RSA key in the Security framework.
  ///
  /// `@unchecked Sendable`: a `SecKey` is immutable and may be used from any thread.
  struct RSAKey: @unchecked Sendable {
    private let key: SecKey

    init(_ numbers: RSAPublicNumbers) throws(CryptoError) {
      key = try Self.key(numbers.pkcs1, keyClass: kSecAttrKeyClassPublic)
    }

    init(_ numbers: RSAPrivateNumbers) throws(CryptoError) {
      var der = numbers.pkcs1
      defer { Wiping.wipe(&der) }
      key = try Self.key(der, keyClass: kSecAttrKeyClassPrivate)
    }

    /// Generates a key and returns its numbers.
    static func generate(bitCount: Int) throws(CryptoError) -> RSAPrivateNumbers {
      let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: bitCount]
      guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil),
        let der = SecKeyCopyExternalRepresentation(key, nil)
      else { throw .internalFailure }
      return try RSAPrivateNumbers(pkcs1: der as Data)
    }

    func sign(_ message: [UInt8], using scheme: RSA.Signing.Scheme) throws(CryptoError) -> [UInt8] {
      let data = Data(message) as CFData
      guard let signature = SecKeyCreateSignature(key, scheme.algorithm, data, nil) else { throw .internalFailure }
      return Array(signature as Data)
    }

    func verify(_ signature: [UInt8], of message: [UInt8], using scheme: RSA.Signing.Scheme) -> Bool {
      SecKeyVerifySignature(key, scheme.algorithm, Data(message) as CFData, Data(signature) as CFData, nil)
    }

    private static func key(_ der: [UInt8], keyClass: CFString) throws(CryptoError) -> SecKey {
      let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: keyClass]
      guard let key = SecKeyCreateWithData(Data(der) as CFData, attributes as CFDictionary, nil) else {
        throw .invalidKey
      }
      return key
    }
  }

  extension RSA.Signing.Scheme {
    /// The framework's algorithm. Each algorithm hashes the message, and the salt of PSS has the length of the digest.
    fileprivate var algorithm: SecKeyAlgorithm {
      switch self {
      case .pkcs1v15SHA256: .rsaSignatureMessagePKCS1v15SHA256
      case .pkcs1v15SHA384: .rsaSignatureMessagePKCS1v15SHA384
      case .pkcs1v15SHA512: .rsaSignatureMessagePKCS1v15SHA512
      case .pssSHA256: .rsaSignatureMessagePSSSHA256
      case .pssSHA384: .rsaSignatureMessagePSSSHA384
      case .pssSHA512: .rsaSignatureMessagePSSSHA512
      }
    }
  }
#endif
