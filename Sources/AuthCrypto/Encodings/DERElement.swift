/// One DER element.
package struct DERElement {
  /// The tag's first byte: its class, whether it is constructed, and its number if that is below 31.
  package let tag: UInt8
  /// The tag's number.
  package let number: Int
  /// The content, without tag and length.
  package let content: ArraySlice<UInt8>
  /// The whole element, with its tag and length. The signature of a certificate covers these bytes of the certificate's
  /// first element (`TBSCertificate`).
  package let bytes: ArraySlice<UInt8>
}
