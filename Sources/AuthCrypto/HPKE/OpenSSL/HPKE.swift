#if canImport(COpenSSL) && !SwiftCrypto
  /// Hybrid public key encryption (RFC 9180) in base mode, with DHKEM(P-256, HKDF-SHA256). The names are CryptoKit's.
  public enum HPKE {
    /// A key encapsulation mechanism (RFC 9180 §7.1).
    public enum KEM: Sendable, Hashable {
      /// DHKEM(P-256, HKDF-SHA256): 0x0010.
      case P256_HKDF_SHA256

      var identifier: UInt16 { 0x0010 }
    }

    /// A key derivation function (RFC 9180 §7.2).
    public enum KDF: Sendable, Hashable {
      /// HKDF-SHA256: 0x0001.
      case HKDF_SHA256

      var identifier: UInt16 { 0x0001 }
    }

    /// An authenticated cipher (RFC 9180 §7.3).
    public enum AEAD: Sendable, Hashable {
      /// AES-128-GCM: 0x0001.
      case AES_GCM_128
      /// AES-256-GCM: 0x0002.
      case AES_GCM_256
      /// ChaCha20-Poly1305: 0x0003.
      case chaChaPoly

      var identifier: UInt16 {
        switch self {
        case .AES_GCM_128: 0x0001
        case .AES_GCM_256: 0x0002
        case .chaChaPoly: 0x0003
        }
      }

      var cipher: AuthenticatedCipher {
        switch self {
        case .AES_GCM_128: .aes128GCM
        case .AES_GCM_256: .aes256GCM
        case .chaChaPoly: .chaCha20Poly1305
        }
      }

      var keyByteCount: Int { self == .AES_GCM_128 ? 16 : 32 }
    }

    /// A combination of a KEM, a KDF and an AEAD.
    public struct Ciphersuite: Sendable, Hashable {
      /// The key encapsulation mechanism.
      public let kem: KEM
      /// The key derivation function.
      public let kdf: KDF
      /// The authenticated cipher.
      public let aead: AEAD

      /// Creates a suite of three algorithms.
      public init(kem: KEM, kdf: KDF, aead: AEAD) {
        self.kem = kem
        self.kdf = kdf
        self.aead = aead
      }

      /// DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
      public static let P256_SHA256_AES_GCM_256 = Ciphersuite(
        kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    }
  }
#endif
