#if canImport(FoundationEssentials)
  // FoundationEssentials has no normalisation. `_nfc` is the form in which the standard library compares strings.
  @_spi(_Unicode) import Swift
#else
  import Foundation
#endif

extension String {
  /// The text in Unicode's normalisation form C, in which canonically equivalent strings have the same bytes (Unicode
  /// Standard Annex #15).
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
