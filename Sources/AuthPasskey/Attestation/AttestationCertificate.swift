import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of an X.509 certificate that attestation statements need (RFC 5280 §4.1).
struct AttestationCertificate: Sendable {
  /// An extension: whether it is critical, and the DER encoding of its value (`extnValue`).
  struct Extension: Sendable {
    let isCritical: Bool
    let value: [UInt8]
  }

  /// The bytes that the issuer signed: the `tbsCertificate` in DER.
  let signed: [UInt8]
  let signature: [UInt8]
  /// The algorithm of `signature`; nil for an unknown algorithm and for SHA-1.
  let signatureAlgorithm: CertificateSignature?
  /// The version: 1, 2 or 3.
  let version: Int
  /// The issuer's name in DER. Names are compared byte for byte, which is stricter than RFC 5280 §7.1.
  let issuer: [UInt8]
  let subject: [UInt8]
  let notBefore: Date
  let notAfter: Date
  /// The public key with its algorithm.
  let publicKeyInfo: [UInt8]
  /// The public key; nil if `CertificateKey` does not support its type.
  let publicKey: CertificateKey?
  /// The extensions, by the DER content of their object identifiers.
  let extensions: [[UInt8]: Extension]

  /// Reads a certificate in DER. Returns nil for any other bytes, for a certificate that contains an extension twice,
  /// and for a certificate whose two signature algorithm fields differ (RFC 5280 §4.1.1.2).
  init?(der bytes: [UInt8]) {
    do throws(CryptoError) {
      var outer = DERReader(bytes)
      var certificate = try outer.nested(0x30)
      try outer.end()
      let body = try certificate.next()
      guard body.tag == 0x30 else { return nil }
      signed = Array(body.bytes)
      var algorithm = try certificate.nested(0x30)
      let identifier = Array(try algorithm.read(0x06))
      signatureAlgorithm = CertificateSignature(objectIdentifier: identifier)
      signature = Array(try certificate.bitString())
      try certificate.end()

      var fields = DERReader(body.content)
      if fields.nextTag == 0xA0 {
        var tagged = try fields.nested(0xA0)
        version = (try tagged.unsignedInteger().first.map { Int($0) } ?? 0) + 1
        try tagged.end()
      } else {
        version = 1
      }
      _ = try fields.read(0x02)
      var repeated = try fields.nested(0x30)
      guard Array(try repeated.read(0x06)) == identifier else { return nil }
      issuer = Array(try fields.next().bytes)
      var validity = try fields.nested(0x30)
      guard let start = Self.time(try validity.next()), let end = Self.time(try validity.next()) else { return nil }
      (notBefore, notAfter) = (start, end)
      subject = Array(try fields.next().bytes)
      publicKeyInfo = Array(try fields.next().bytes)
      publicKey = CertificateKey(publicKeyInfo: publicKeyInfo)
      var extensions: [[UInt8]: Extension] = [:]
      while !fields.isAtEnd {
        let field = try fields.next()
        if field.tag == 0xA3 { extensions = try Self.extensions(field) }
      }
      self.extensions = extensions
    } catch {
      return nil
    }
  }

  private static func extensions(_ field: DERElement) throws(CryptoError) -> [[UInt8]: Extension] {
    var found: [[UInt8]: Extension] = [:]
    var tagged = DERReader(field.content)
    var list = try tagged.nested(0x30)
    try tagged.end()
    while !list.isAtEnd {
      var entry = try list.nested(0x30)
      let name = Array(try entry.read(0x06))
      let isCritical = try entry.booleanOrFalse()
      let value = Array(try entry.read(0x04))
      try entry.end()
      // A certificate must not contain an extension twice (RFC 5280 §4.2).
      guard found.updateValue(Extension(isCritical: isCritical, value: value), forKey: name) == nil else {
        throw .invalidEncoding
      }
    }
    return found
  }

  /// Reads a UTCTime or GeneralizedTime, each only in the format that RFC 5280 §4.1.2.5 allows. Returns nil for any
  /// other format.
  private static func time(_ element: DERElement) -> Date? {
    guard var digits = String(strictUTF8: Array(element.content)), digits.last == "Z" else { return nil }
    digits.removeLast()
    if element.tag == 0x17, digits.utf8.count == 12 {
      digits = (digits < "50" ? "20" : "19") + digits
    } else if element.tag != 0x18 {
      return nil
    }
    let characters = Array(digits)
    guard characters.count == 14 else { return nil }
    func part(_ range: Range<Int>) -> String { String(characters[range]) }
    return ISO8601.decode(
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z")
  }
}

extension AttestationCertificate {
  /// Whether the certificate may certify other certificates (RFC 5280 §4.2.1.9, §4.2.1.3).
  var isAuthority: Bool {
    guard version == 3, basicConstraints?.isAuthority == true else { return false }
    guard let usage = extensions[ObjectIdentifier.keyUsage] else { return true }
    var reader = DERReader(usage.value)
    // keyCertSign is bit 5; bit 0 is the most significant bit.
    guard let bits = try? reader.read(0x03), bits.count >= 2 else { return false }
    return bits[bits.startIndex + 1] & 0x04 != 0
  }

  /// The value of `basicConstraints`; nil if it is absent or malformed.
  var basicConstraints: (isAuthority: Bool, pathLength: Int?)? {
    guard let found = extensions[ObjectIdentifier.basicConstraints] else { return nil }
    do throws(CryptoError) {
      var outer = DERReader(found.value)
      var fields = try outer.nested(0x30)
      let isAuthority = try fields.booleanOrFalse()
      let length = fields.isAtEnd ? nil : try fields.unsignedInteger()
      return (isAuthority, length.map { $0.reduce(0) { $0 << 8 | Int($1) } })
    } catch {
      return nil
    }
  }

  /// Returns the attributes of a name in DER: the DER content of their object identifiers, and their values. Returns an
  /// empty list for a malformed name.
  static func attributes(of name: [UInt8]) -> [(type: [UInt8], value: [UInt8])] {
    var found: [(type: [UInt8], value: [UInt8])] = []
    do throws(CryptoError) {
      var outer = DERReader(name)
      var sets = try outer.nested(0x30)
      while !sets.isAtEnd {
        var set = try sets.nested(0x31)
        while !set.isAtEnd {
          var pair = try set.nested(0x30)
          found.append((Array(try pair.read(0x06)), Array(try pair.next().content)))
        }
      }
      return found
    } catch {
      return []
    }
  }

  /// The object identifiers that attestation statements need, as DER content.
  enum ObjectIdentifier {
    static let keyUsage: [UInt8] = [0x55, 0x1D, 0x0F]
    static let subjectAltName: [UInt8] = [0x55, 0x1D, 0x11]
    static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
    static let extendedKeyUsage: [UInt8] = [0x55, 0x1D, 0x25]
    static let commonName: [UInt8] = [0x55, 0x04, 0x03]
    static let country: [UInt8] = [0x55, 0x04, 0x06]
    static let organization: [UInt8] = [0x55, 0x04, 0x0A]
    static let organizationalUnit: [UInt8] = [0x55, 0x04, 0x0B]
    /// 1.3.6.1.4.1.45724.1.1.4: `id-fido-gen-ce-aaguid`.
    static let aaguid: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0xE5, 0x1C, 0x01, 0x01, 0x04]
    /// 1.2.840.113635.100.8.2: Apple's nonce.
    static let appleNonce: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x08, 0x02]
    /// 1.3.6.1.4.1.11129.2.1.17: Android's key description.
    static let androidKey: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xD6, 0x79, 0x02, 0x01, 0x11]
    /// 2.23.133.8.3: `tcg-kp-AIKCertificate`.
    static let attestationIdentityKey: [UInt8] = [0x67, 0x81, 0x05, 0x08, 0x03]
    /// 2.23.133.2.1 to 2.23.133.2.3: a TPM's manufacturer, model and version.
    static let trustedModule: [[UInt8]] = [1, 2, 3].map { [0x67, 0x81, 0x05, 0x02, $0] }
  }
}

extension DERReader {
  /// Reads an optional BOOLEAN; an absent BOOLEAN is FALSE. In DER, TRUE is 0xFF and FALSE is 0x00 (X.690 §11.1).
  ///
  /// - Throws: `invalidEncoding` for any other content.
  fileprivate mutating func booleanOrFalse() throws(CryptoError) -> Bool {
    guard nextTag == 0x01 else { return false }
    let content = try read(0x01)
    guard content.count == 1, let byte = content.first, byte == 0x00 || byte == 0xFF else { throw .invalidEncoding }
    return byte == 0xFF
  }
}
