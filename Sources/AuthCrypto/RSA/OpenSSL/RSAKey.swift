#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  import COpenSSL
  import FoundationEssentials

  /// An RSA key in OpenSSL.
  struct RSAKey: Sendable {
    private let key: OpenSSLKey

    init(_ numbers: RSAPublicNumbers) throws(CryptoError) {
      key = try Self.key([numbers.modulus, numbers.exponent])
    }

    init(_ numbers: RSAPrivateNumbers) throws(CryptoError) {
      var parts = numbers.privateParts.map { $0.revealBytes() }
      defer { for index in parts.indices { Wiping.wipe(&parts[index]) } }
      key = try Self.key([numbers.publicNumbers.modulus, numbers.publicNumbers.exponent] + parts)
    }

    /// Generates a key and returns its numbers.
    static func generate(bitCount: Int) throws(CryptoError) -> RSAPrivateNumbers {
      let key = try OpenSSLKey(adopting: lk_rsa_generate(Int32(bitCount)), use: .other)
      let publicNumbers = try RSAPublicNumbers(modulus: part(0, of: key), exponent: part(1, of: key))
      return try RSAPrivateNumbers(
        publicNumbers: publicNumbers, privateParts: (2..<8).map { Secret(part($0, of: key)) })
    }

    func sign(_ message: [UInt8], using scheme: RSA.Signing.Scheme) throws(CryptoError) -> [UInt8] {
      let digest = scheme.digest(of: message)
      let context = lk_rsa_context(key.pointer, 1, scheme.algorithm.pointer, scheme.isPSS ? 1 : 0)
      defer { EVP_PKEY_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key.pointer)))
      var count = signature.count
      guard context != nil, EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1,
        count == signature.count
      else {
        ERR_clear_error()
        throw .internalFailure
      }
      return signature
    }

    func verify(_ signature: [UInt8], of message: [UInt8], using scheme: RSA.Signing.Scheme) -> Bool {
      let digest = scheme.digest(of: message)
      let context = lk_rsa_context(key.pointer, 0, scheme.algorithm.pointer, scheme.isPSS ? 1 : 0)
      defer { EVP_PKEY_CTX_free(context) }
      let isValid =
        context != nil && EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
      if !isValid { ERR_clear_error() }
      return isValid
    }

    private static func key(_ numbers: [[UInt8]]) throws(CryptoError) -> OpenSSLKey {
      var bytes = numbers.flatMap { $0 }
      defer { Wiping.wipe(&bytes) }
      return try OpenSSLKey(adopting: lk_rsa_key(bytes, numbers.map(\.count), numbers.count), use: .other)
    }

    private static func part(_ index: Int, of key: OpenSSLKey) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: LK_RSA_MAX_PART) { buffer, count in
        count = lk_rsa_part(key.pointer, index, buffer.baseAddress)
      }
    }
  }

  extension RSA.Signing.Scheme {
    fileprivate var algorithm: DigestAlgorithm {
      switch self {
      case .pkcs1v15SHA256, .pssSHA256: .sha256
      case .pkcs1v15SHA384, .pssSHA384: .sha384
      case .pkcs1v15SHA512, .pssSHA512: .sha512
      }
    }

    fileprivate var isPSS: Bool {
      switch self {
      case .pkcs1v15SHA256, .pkcs1v15SHA384, .pkcs1v15SHA512: false
      case .pssSHA256, .pssSHA384, .pssSHA512: true
      }
    }

    fileprivate func digest(of message: [UInt8]) -> [UInt8] {
      switch self {
      case .pkcs1v15SHA256, .pssSHA256: Array(SHA256.hash(data: message))
      case .pkcs1v15SHA384, .pssSHA384: Array(SHA384.hash(data: message))
      case .pkcs1v15SHA512, .pssSHA512: Array(SHA512.hash(data: message))
      }
    }
  }
#endif
