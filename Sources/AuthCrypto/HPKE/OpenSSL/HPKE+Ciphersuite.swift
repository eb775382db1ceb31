#if canImport(COpenSSL)
  /// Hybrid public key encryption (RFC 9180), base mode over DHKEM(P-256, HKDF-SHA256): CryptoKit's names.
  public enum HPKE {
    /// A key encapsulation mechanism (RFC 9180 §7.1).
    public enum KEM: Sendable, Hashable {
      /// 0x0010.
      case P256_HKDF_SHA256

      var identifier: UInt16 { 0x0010 }
    }

    /// A key derivation function (RFC 9180 §7.2).
    public enum KDF: Sendable, Hashable {
      /// 0x0001.
      case HKDF_SHA256

      var identifier: UInt16 { 0x0001 }
    }

    /// A cipher (RFC 9180 §7.3).
    public enum AEAD: Sendable, Hashable {
      /// 0x0001.
      case AES_GCM_128
      /// 0x0002.
      case AES_GCM_256
      /// 0x0003.
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

    /// The three together.
    public struct Ciphersuite: Sendable, Hashable {
      /// The key encapsulation mechanism.
      public let kem: KEM
      /// The key derivation function.
      public let kdf: KDF
      /// The cipher.
      public let aead: AEAD

      /// A suite.
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
