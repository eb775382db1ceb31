import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RSA.Signing {
  /// A key that creates RSA signatures. It is checked on import and wiped when its last copy is released. Its
  /// description contains no part of the key.
  public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let numbers: RSAPrivateNumbers
    private let key: RSAKey
    /// The key that verifies the signatures of this key.
    public let publicKey: PublicKey

    init(numbers: RSAPrivateNumbers) throws(CryptoError) {
      self.numbers = numbers
      key = try RSAKey(numbers)
      publicKey = try PublicKey(numbers: numbers.publicNumbers)
      // The two halves match if the public key verifies a signature by the private key.
      let proof = try key.sign([], using: .pkcs1v15SHA256)
      guard publicKey.isValidSignature(proof, for: [], using: .pkcs1v15SHA256) else { throw .invalidKey }
    }

    /// Generates a key with the public exponent 65537.
    ///
    /// - Throws: `CryptoError.invalidParameter` unless `bitCount` is 2048 to 8192; `.invalidKey` or `.internalFailure`
    ///   if the underlying library fails.
    public init(bitCount: Int = 2048) throws(CryptoError) {
      guard RSAPublicNumbers.modulusBits.contains(bitCount) else { throw .invalidParameter }
      try self.init(numbers: RSAKey.generate(bitCount: bitCount))
    }

    /// Reads a key in DER: in PKCS #8 (RFC 5958) or as an `RSAPrivateKey` (RFC 8017 §A.1.2).
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.invalidKey` for a key of another type, an unsafe
    ///   modulus or exponent (see `PublicKey`), or private numbers that do not match the public numbers;
    ///   `.internalFailure` if the underlying library cannot sign with the key.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      if let info = try? PrivateKeyInfo(der: derRepresentation) {
        guard info.algorithm == KeyObjectIdentifier.rsa else { throw .invalidKey }
        try self.init(numbers: RSAPrivateNumbers(pkcs1: info.key.revealBytes()))
      } else {
        try self.init(numbers: RSAPrivateNumbers(pkcs1: derRepresentation))
      }
    }

    /// Reads a key in PEM: `PRIVATE KEY` or `RSA PRIVATE KEY`.
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed PEM or another label, and the errors of
    ///   `init(derRepresentation:)`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PRIVATE KEY" || document.label == "RSA PRIVATE KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// The key in PKCS #8. The caller must wipe this copy.
    public var derRepresentation: [UInt8] {
      PrivateKeyInfo(algorithm: KeyObjectIdentifier.rsa, key: Secret(numbers.pkcs1)).der
    }
    /// The key in PKCS #8, as PEM. The text contains the private key and is not wiped, so keep it only briefly.
    public var pemRepresentation: String { PEMDocument(label: "PRIVATE KEY", derBytes: derRepresentation).text }

    /// Signs `data` with `scheme`.
    ///
    /// - Throws: `CryptoError.internalFailure` if the underlying library fails.
    public func signature(for data: some DataProtocol, using scheme: Scheme) throws(CryptoError) -> [UInt8] {
      try key.sign(Array(data), using: scheme)
    }

    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
}
