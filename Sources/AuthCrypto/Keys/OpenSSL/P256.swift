#if canImport(COpenSSL)
  /// NIST P-256: CryptoKit's names over OpenSSL.
  public enum P256 {
    /// ECDSA.
    public enum Signing {
      /// A key that verifies.
      public typealias PublicKey = ECDSAPublicKey<P256Curve>
      /// A key that signs.
      public typealias PrivateKey = ECDSAPrivateKey<P256Curve>
      /// A signature.
      public typealias ECDSASignature = AuthCrypto.ECDSASignature<P256Curve>
    }

    /// Diffie-Hellman.
    public enum KeyAgreement {
      /// The other side's public key.
      public typealias PublicKey = ECDHPublicKey<P256Curve>
      /// The private key.
      public typealias PrivateKey = ECDHPrivateKey<P256Curve>
    }
  }

  /// NIST P-384: CryptoKit's names over OpenSSL.
  public enum P384 {
    /// ECDSA.
    public enum Signing {
      /// A key that verifies.
      public typealias PublicKey = ECDSAPublicKey<P384Curve>
      /// A key that signs.
      public typealias PrivateKey = ECDSAPrivateKey<P384Curve>
      /// A signature.
      public typealias ECDSASignature = AuthCrypto.ECDSASignature<P384Curve>
    }
  }

  /// NIST P-521: CryptoKit's names over OpenSSL.
  public enum P521 {
    /// ECDSA.
    public enum Signing {
      /// A key that verifies.
      public typealias PublicKey = ECDSAPublicKey<P521Curve>
      /// A key that signs.
      public typealias PrivateKey = ECDSAPrivateKey<P521Curve>
      /// A signature.
      public typealias ECDSASignature = AuthCrypto.ECDSASignature<P521Curve>
    }
  }
#endif
