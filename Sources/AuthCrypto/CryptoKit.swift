#if canImport(CryptoKit)
  // On Apple systems, CryptoKit has the types that this module implements with OpenSSL on Linux. `RSA` and `PBKDF2` are
  // this module's own types on every system, because CryptoKit has neither.
  @_exported public import CryptoKit
#endif
