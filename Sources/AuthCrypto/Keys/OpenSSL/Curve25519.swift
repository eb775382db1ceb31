#if canImport(COpenSSL) && !SwiftCrypto
  /// The curve of Ed25519, with CryptoKit's name.
  public enum Curve25519 {
    /// Ed25519 (RFC 8032).
    public enum Signing {
      /// A key that verifies signatures.
      public typealias PublicKey = Ed25519PublicKey
      /// A key that signs.
      public typealias PrivateKey = Ed25519PrivateKey
    }
  }
#endif
