#if canImport(CryptoKit)
  // On Apple systems, CryptoKit has the types that this module implements with OpenSSL on Linux. `RSA` and `PBKDF2` are
  // this module's own types on every system, because CryptoKit has neither.
  @_exported public import CryptoKit
#elseif SwiftCrypto
  // swift-crypto has CryptoKit's types for systems without CryptoKit.
  @_exported public import Crypto
#elseif !canImport(COpenSSL)
  #error("AuthCrypto has neither CryptoKit nor OpenSSL on this system. Turn on the package's trait SwiftCrypto.")
#endif
