#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RSA.Signing {
  /// A key that verifies RSA signatures. It is checked on import: the modulus has 2048 to 8192 bits and is not one of
  /// the known weak moduli (ROCA), and the exponent is odd, greater than one and at most 64 bits long.
  public struct PublicKey: Sendable {
    let numbers: RSAPublicNumbers
    private let key: RSAKey

    init(numbers: RSAPublicNumbers) throws(CryptoError) {
      self.numbers = numbers
      key = try RSAKey(numbers)
    }

    /// Creates a key from its modulus and its exponent, both big-endian.
    ///
    /// - Throws: `CryptoError.invalidKey` for an unsafe modulus or exponent, or if the underlying library refuses the
    ///   key.
    public init(modulus: some Sequence<UInt8>, exponent: some Sequence<UInt8>) throws(CryptoError) {
      try self.init(numbers: RSAPublicNumbers(modulus: modulus, exponent: exponent))
    }

    /// Reads a key in DER: in SPKI (RFC 5280 §4.1.2.7) or as an `RSAPublicKey` (RFC 8017 §A.1.1).
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.invalidKey` for an unsafe key, or a key of another
    ///   type.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      if let info = try? SubjectPublicKeyInfo(der: derRepresentation) {
        guard info.algorithm == KeyObjectIdentifier.rsa else { throw .invalidKey }
        try self.init(numbers: RSAPublicNumbers(pkcs1: info.key))
      } else {
        try self.init(numbers: RSAPublicNumbers(pkcs1: derRepresentation))
      }
    }

    /// Reads a key in PEM: `PUBLIC KEY` or `RSA PUBLIC KEY`.
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed PEM or another label, and the errors of
    ///   `init(derRepresentation:)`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PUBLIC KEY" || document.label == "RSA PUBLIC KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// The modulus, big-endian.
    public var modulus: [UInt8] { numbers.modulus }
    /// The exponent, big-endian.
    public var exponent: [UInt8] { numbers.exponent }
    /// The length of the modulus in bits.
    public var bitCount: Int { numbers.bitCount }
    /// The key in SPKI.
    public var derRepresentation: [UInt8] {
      SubjectPublicKeyInfo(algorithm: KeyObjectIdentifier.rsa, key: numbers.pkcs1).der
    }
    /// The key in SPKI, as PEM.
    public var pemRepresentation: String { PEMDocument(label: "PUBLIC KEY", derBytes: derRepresentation).text }

    /// Returns whether `signature` is valid for `data` with `scheme`.
    public func isValidSignature(
      _ signature: some DataProtocol, for data: some DataProtocol, using scheme: Scheme
    ) -> Bool {
      key.verify(Array(signature), of: Array(data), using: scheme)
    }
  }
}
