#if canImport(FoundationEssentials)
  // FoundationEssentials has no normalisation. This is the one that the standard library compares texts by.
  @_spi(_Unicode) import Swift
#else
  import Foundation
#endif

extension String {
  /// The text in Unicode's form C, so that one word has one spelling (Unicode Standard Annex #15).
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
