/// One element of DER.
package struct DERElement {
  /// The tag's first byte: its class, whether it is constructed, and its number where that is below 31.
  package let tag: UInt8
  /// The tag's number.
  package let number: Int
  package let content: ArraySlice<UInt8>
  /// The whole element, with tag and length, as signatures and comparisons use it.
  package let bytes: ArraySlice<UInt8>
}
