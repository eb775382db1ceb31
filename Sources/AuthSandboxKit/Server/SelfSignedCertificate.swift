import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A self-signed certificate for the loopback addresses and `localhost` (RFC 5280), in DER.
struct SelfSignedCertificate {
  let der: [UInt8]

  /// Makes a certificate for 127.0.0.1, ::1 and localhost.
  ///
  /// - Throws: `internal` when the certificate cannot be signed.
  init(key: P256.Signing.PrivateKey, serial: [UInt8], from start: Date, until end: Date) throws(AuthError) {
    // The object identifiers of ecdsa-with-SHA256 and, below, of commonName.
    let algorithm = Self.sequence(Self.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
    let commonName = Self.sequence(
      Self.identifier([0x55, 0x04, 0x03]), Self.element(0x0C, Array("Latchkey sandbox".utf8)))
    let name = Self.sequence(Self.element(0x31, commonName))
    let body = Self.sequence(
      Self.element(0xA0, Self.element(0x02, [2])),
      // The first bit is cleared and the second set: a serial number is positive (RFC 5280 §4.1.2.2), and DER allows no
      // leading zero byte here.
      Self.element(0x02, [serial.first.map { $0 & 0x3F | 0x40 } ?? 0x40] + serial.dropFirst()),
      algorithm, name, Self.sequence(Self.time(start), Self.time(end)), name,
      Array(key.publicKey.derRepresentation), Self.element(0xA3, Self.extensions))
    do {
      let signature = try key.signature(for: body).derRepresentation
      der = Self.sequence(body, algorithm, Self.element(0x03, [0] + signature))
    } catch {
      throw AuthError(
        .internalError,
        "The sandbox could not sign its certificate with a P-256 key. Report this to Latchkey's maintainers.")
    }
  }

  /// The extensions: those of a CA, since clients trust the certificate as its own issuer, and those of a TLS server
  /// for the loopback hosts.
  private static var extensions: [UInt8] {
    let names = sequence(
      element(0x82, Array("localhost".utf8)), element(0x87, [127, 0, 0, 1]),
      element(0x87, [UInt8](repeating: 0, count: 15) + [1]))
    return sequence(
      critical([0x55, 0x1D, 0x13], sequence(element(0x01, [0xFF]), element(0x02, [0]))),  // basicConstraints
      critical([0x55, 0x1D, 0x0F], element(0x03, [2, 0x84])),  // keyUsage: digitalSignature, keyCertSign
      sequence(
        identifier([0x55, 0x1D, 0x25]),  // extKeyUsage: serverAuth
        element(0x04, sequence(identifier([0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01])))),
      sequence(identifier([0x55, 0x1D, 0x11]), element(0x04, names)))  // subjectAltName
  }

  private static func critical(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
    sequence(identifier(name), element(0x01, [0xFF]), element(0x04, value))
  }

  /// Returns a UTCTime up to the year 2049, and a GeneralizedTime from 2050 on (RFC 5280 §4.1.2.5).
  private static func time(_ date: Date) -> [UInt8] {
    let digits = ISO8601.encode(date).filter(\.isNumber).prefix(14)
    return digits < "2050"
      ? element(0x17, Array((digits.dropFirst(2) + "Z").utf8)) : element(0x18, Array((digits + "Z").utf8))
  }

  private static func identifier(_ content: [UInt8]) -> [UInt8] { element(0x06, content) }

  private static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<0x80: [tag, UInt8(content.count)] + content
    case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8 & 0xFF), UInt8(content.count & 0xFF)] + content
    }
  }
}
