#if canImport(COpenSSL) && !SwiftCrypto
  /// NIST P-256, with CryptoKit's names for types that use OpenSSL.
  public enum P256 {
    /// Signatures with ECDSA.
    public enum Signing {
      /// A key that verifies signatures.
      public typealias PublicKey = ECDSAPublicKey<P256Curve>
      /// A key that signs.
      public typealias PrivateKey = ECDSAPrivateKey<P256Curve>
      /// An ECDSA signature.
      public typealias ECDSASignature = AuthCrypto.ECDSASignature<P256Curve>
    }

    /// Key agreement with Diffie-Hellman.
    public enum KeyAgreement {
      /// The other side's public key.
      public typealias PublicKey = ECDHPublicKey<P256Curve>
      /// This side's private key.
      public typealias PrivateKey = ECDHPrivateKey<P256Curve>
    }
  }

  /// NIST P-384, with CryptoKit's names for types that use OpenSSL.
  public enum P384 {
    /// Signatures with ECDSA.
    public enum Signing {
      /// A key that verifies signatures.
      public typealias PublicKey = ECDSAPublicKey<P384Curve>
      /// A key that signs.
      public typealias PrivateKey = ECDSAPrivateKey<P384Curve>
      /// An ECDSA signature.
      public typealias ECDSASignature = AuthCrypto.ECDSASignature<P384Curve>
    }
  }

  /// NIST P-521, with CryptoKit's names for types that use OpenSSL.
  public enum P521 {
    /// Signatures with ECDSA.
    public enum Signing {
      /// A key that verifies signatures.
      public typealias PublicKey = ECDSAPublicKey<P521Curve>
      /// A key that signs.
      public typealias PrivateKey = ECDSAPrivateKey<P521Curve>
      /// An ECDSA signature.
      public typealias ECDSASignature = AuthCrypto.ECDSASignature<P521Curve>
    }
  }
#endif
