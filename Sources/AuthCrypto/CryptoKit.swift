#if canImport(CryptoKit)
  // On Apple systems CryptoKit itself stands behind the names of this module.
  @_exported public import CryptoKit
#endif
