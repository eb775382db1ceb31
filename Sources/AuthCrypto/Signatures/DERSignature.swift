/// Facts of the ASN.1 form of an ECDSA signature.
package enum DERSignature {
  /// Room for a signature of any of the curves: two integers of 67 bytes, their heads, and the head of the sequence.
  package static let capacity = 144
}
