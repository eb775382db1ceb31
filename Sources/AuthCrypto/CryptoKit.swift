#if canImport(CryptoKit)
  // On Apple systems this module's names are CryptoKit's own types.
  @_exported public import CryptoKit
#endif
