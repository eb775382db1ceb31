import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RSA.Signing {
  /// A key that makes RSA signatures. Checked on import, wiped with the last copy.
  public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let numbers: RSAPrivateNumbers
    private let key: RSAKey
    /// The key that verifies its signatures.
    public let publicKey: PublicKey

    init(numbers: RSAPrivateNumbers) throws(CryptoError) {
      self.numbers = numbers
      key = try RSAKey(numbers)
      publicKey = try PublicKey(numbers: numbers.publicNumbers)
      // The halves match when the public one verifies a signature of the private one.
      let proof = try key.sign([], using: .pkcs1v15SHA256)
      guard publicKey.isValidSignature(proof, for: [], using: .pkcs1v15SHA256) else { throw .invalidKey }
    }

    /// A fresh key with the exponent 65537.
    ///
    /// - Throws: `CryptoError.invalidParameter` outside 2048 to 8192 bits.
    public init(bitCount: Int = 2048) throws(CryptoError) {
      guard RSAPublicNumbers.modulusBits.contains(bitCount) else { throw .invalidParameter }
      try self.init(numbers: RSAKey.generate(bitCount: bitCount))
    }

    /// A key from PKCS #8 (RFC 5958) or from the form of RFC 8017 §A.1.2.
    ///
    /// - Throws: `CryptoError.invalidKey` or `.invalidEncoding`.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      if let info = try? PrivateKeyInfo(der: derRepresentation) {
        guard info.algorithm == KeyObjectIdentifier.rsa else { throw .invalidKey }
        try self.init(numbers: RSAPrivateNumbers(pkcs1: info.key.revealBytes()))
      } else {
        try self.init(numbers: RSAPrivateNumbers(pkcs1: derRepresentation))
      }
    }

    /// A key in PEM: `PRIVATE KEY` or `RSA PRIVATE KEY`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PRIVATE KEY" || document.label == "RSA PRIVATE KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// PKCS #8. The caller is responsible for the copy: it is not wiped.
    public var derRepresentation: [UInt8] {
      PrivateKeyInfo(algorithm: KeyObjectIdentifier.rsa, key: Secret(numbers.pkcs1)).der
    }
    /// PKCS #8 in PEM.
    public var pemRepresentation: String { PEMDocument(label: "PRIVATE KEY", derBytes: derRepresentation).text }

    /// Signs `data` by `scheme`.
    ///
    /// - Throws: `CryptoError.internalFailure`.
    public func signature(for data: some DataProtocol, using scheme: Scheme) throws(CryptoError) -> [UInt8] {
      try key.sign(Array(data), using: scheme)
    }

    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
}
