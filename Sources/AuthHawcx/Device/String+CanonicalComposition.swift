#if canImport(FoundationEssentials)
  // FoundationEssentials has no normalisation. This is the form by which the standard library compares strings.
  @_spi(_Unicode) import Swift
#else
  import Foundation
#endif

extension String {
  /// The text in Unicode's form C, which gives equal strings one spelling (Unicode Standard Annex #15).
  var canonicallyComposed: String {
    #if canImport(FoundationEssentials)
      var composed = UnicodeScalarView()
      composed.append(contentsOf: _nfc)
      return String(composed)
    #else
      precomposedStringWithCanonicalMapping
    #endif
  }
}
