#if canImport(CryptoKit) || SwiftCrypto
  #if canImport(CryptoKit)
    import CryptoKit
  #else
    import Crypto
  #endif

  /// HMAC with one key for many messages: the key's block is hashed only once (RFC 2104 §4).
  enum PreparedCode: Sendable {
    case hs256(HMAC<SHA256>)
    case hs384(HMAC<SHA384>)
    case hs512(HMAC<SHA512>)

    /// Prepares HMAC with `key` for `algorithm`; nil if `algorithm` is not an HMAC algorithm.
    init?(_ key: SymmetricKey, _ algorithm: JWSAlgorithm) {
      switch algorithm {
      case .hs256: self = .hs256(HMAC(key: key))
      case .hs384: self = .hs384(HMAC(key: key))
      case .hs512: self = .hs512(HMAC(key: key))
      default: return nil
      }
    }

    /// Returns whether `code` is the authentication code of `message`. The comparison takes constant time.
    func isValid(_ code: UnsafeBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>) -> Bool {
      switch self {
      case .hs256(let prepared): Self.isValid(code, for: message, from: prepared)
      case .hs384(let prepared): Self.isValid(code, for: message, from: prepared)
      case .hs512(let prepared): Self.isValid(code, for: message, from: prepared)
      }
    }

    private static func isValid<Hash: HashFunction>(
      _ code: UnsafeBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>, from prepared: HMAC<Hash>
    ) -> Bool {
      var computation = prepared
      computation.update(data: message)
      return computation.finalize() == code
    }
  }
#endif
