import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A certificate with a valid signature, in which any field can be wrong.
struct TestCertificate {
  /// The contents of a certificate. The defaults are those that WebAuthn Level 3 §8.2.1 requires of an authenticator's
  /// certificate.
  struct Fields {
    var version: UInt8 = 2
    /// The attributes of the subject: the last byte of the type's object identifier `2.5.4.x`, and the value.
    var subject: [(type: UInt8, value: String)] = [
      (6, "AA"), (10, "Example"), (11, "Authenticator Attestation"), (3, "Example authenticator"),
    ]
    /// The `cA` of `basicConstraints`; nil for a certificate without that extension.
    var isAuthority: Bool? = false
    var pathLength: UInt8?
    /// The bits of `keyUsage`, by default digitalSignature.
    var keyUsage: UInt8 = 0x80
    /// Further extensions: the content of the object identifier, whether the extension is critical, and its value.
    var extensions: [(name: [UInt8], isCritical: Bool, value: [UInt8])] = []
    /// The content of the BOOLEAN of a critical extension.
    var criticality: [UInt8] = [0xFF]
    var start = "20240101000000Z"
    var end = "20440101000000Z"

    static var authority: Fields {
      Fields(subject: [(3, "Test root")], isAuthority: true, keyUsage: 0x04)
    }
  }

  let key: P256.Signing.PrivateKey
  let name: [UInt8]
  let der: [UInt8]

  static func root(_ fields: Fields = .authority) throws -> TestCertificate {
    let key = P256.Signing.PrivateKey()
    return try TestCertificate(fields, key: key, issuer: name(fields.subject), signer: key)
  }

  /// Issues a certificate that this certificate's key signs.
  func issue(_ fields: Fields = Fields(), key: P256.Signing.PrivateKey = .init()) throws -> TestCertificate {
    try TestCertificate(fields, key: key, issuer: name, signer: self.key)
  }

  private init(
    _ fields: Fields, key: P256.Signing.PrivateKey, issuer: [UInt8], signer: P256.Signing.PrivateKey
  ) throws {
    self.key = key
    name = Self.name(fields.subject)
    let algorithm = Self.sequence(Self.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
    let validity = Self.sequence(
      Self.element(0x18, Array(fields.start.utf8)), Self.element(0x18, Array(fields.end.utf8)))
    let head = Self.element(0xA0, Self.element(0x02, [fields.version])) + Self.element(0x02, [1]) + algorithm
    let names = issuer + validity + name + Array(key.publicKey.derRepresentation)
    let body = Self.sequence(head + names + Self.element(0xA3, Self.sequence(Self.extensions(fields))))
    let signature = Array(try signer.signature(for: body).derRepresentation)
    der = Self.sequence(body, algorithm, Self.element(0x03, [0] + signature))
  }

  private static func extensions(_ fields: Fields) -> [UInt8] {
    var all: [(name: [UInt8], isCritical: Bool, value: [UInt8])] = []
    if let isAuthority = fields.isAuthority {
      let flag = isAuthority ? element(0x01, [0xFF]) : []
      all.append(([0x55, 0x1D, 0x13], true, sequence(flag + (fields.pathLength.map { element(0x02, [$0]) } ?? []))))
    }
    all.append(([0x55, 0x1D, 0x0F], true, element(0x03, [0, fields.keyUsage])))
    return (all + fields.extensions).flatMap { entry in
      let flag = entry.isCritical ? element(0x01, fields.criticality) : []
      return sequence(element(0x06, entry.name) + flag + element(0x04, entry.value))
    }
  }

  private static func name(_ attributes: [(type: UInt8, value: String)]) -> [UInt8] {
    sequence(
      attributes.flatMap {
        element(0x31, sequence(element(0x06, [0x55, 0x04, $0.type]), element(0x0C, Array($0.value.utf8))))
      })
  }

  static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }

  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<0x80: [tag, UInt8(content.count)] + content
    case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8 & 0xFF), UInt8(content.count & 0xFF)] + content
    }
  }
}
