import AuthCore
import AuthText

@testable import AuthCrypto
@testable import AuthPasskey

extension FuzzTarget {
  /// Keys, certificates and texts in standard encodings: what is read and written again is the same.
  static let encodings = FuzzTarget(name: "encodings") { bytes in
    var reader = DERReader(bytes)
    while let element = try? reader.next() {
      require(element.bytes.count >= element.content.count, "an element is smaller than its content")
    }
    _ = try? PrivateKeyInfo(der: bytes)
    _ = try? SubjectPublicKeyInfo(der: bytes)
    _ = AttestationCertificate(der: bytes)
    _ = try? P256.Signing.ECDSASignature(derRepresentation: bytes)
    _ = try? RSA.Signing.PublicKey(derRepresentation: bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    if let document = try? PEMDocument(text: text) {
      let again = try? PEMDocument(text: PEMDocument(label: document.label, derBytes: document.derBytes).text)
      require(again?.derBytes == document.derBytes, "a PEM document is read differently than it was written")
    }
    _ = try? JWS.VerificationKey(pemRepresentation: text)
    for decoded in [Base64.decode(text), Base64URL.decode(text), Hex.decode(text)] {
      require((decoded?.count ?? 0) <= bytes.count, "a text decodes to more bytes than it has")
    }
    if let decoded = Base64URL.decode(text) {
      require(Base64URL.encode(decoded) == text, "a value has a second base64url text")
    }
    let escaped = EscapedText(text, limit: 4_096).description
    require(
      !escaped.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E },
      "an escaped text contains a control character")
  }
}
