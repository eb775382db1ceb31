/// RSA signatures (RFC 8017), which CryptoKit does not support. Some identity systems sign their tokens with RSA.
public enum RSA {
  /// RSA signature schemes (RSASSA).
  public enum Signing {}
}

extension RSA.Signing {
  /// A padding scheme and its hash function. The salt of PSS has the length of the digest (RFC 7518 §3.5).
  public enum Scheme: Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256: RS256.
    case pkcs1v15SHA256
    /// RSASSA-PKCS1-v1_5 with SHA-384: RS384.
    case pkcs1v15SHA384
    /// RSASSA-PKCS1-v1_5 with SHA-512: RS512.
    case pkcs1v15SHA512
    /// RSASSA-PSS with SHA-256: PS256.
    case pssSHA256
    /// RSASSA-PSS with SHA-384: PS384.
    case pssSHA384
    /// RSASSA-PSS with SHA-512: PS512.
    case pssSHA512
  }
}
