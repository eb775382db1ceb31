import AuthCore
import AuthCrypto
import AuthSandboxChains
import FuzzTargets

extension FuzzTarget {
  /// Texts of bytes: bytes that are decoded are encoded as the same text, and any bytes come back from their text.
  static let encodings = FuzzTarget(name: "encodings") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    require(Base64.decode(Base64.encode(bytes)) == bytes, "base64 loses bytes")
    require(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "base64url loses bytes")
    require(Base32.decode(Base32.encode(bytes)) == bytes, "base32 loses bytes")
    require(Hex.decode(Hex.encode(bytes)) == bytes, "hexadecimal loses bytes")
    require(PercentEncoding.decode(PercentEncoding.encode(text)) == text, "percent-encoding loses characters")
    if let decoded = Base64.decode(text) { require(Base64.encode(decoded) == text, "bytes have a second base64") }
    if let decoded = Base64URL.decode(text) {
      require(Base64URL.encode(decoded) == text, "bytes have a second base64url")
    }
    if let decoded = Hex.decode(text) { require(Hex.encode(decoded) == text.lowercased(), "bytes have a second hex") }
    if let decoded = Base58.decode(text) { require(Base58.encode(decoded) == text, "bytes have a second base58") }
    _ = Base32.decode(text)
    if let mnemonic = Mnemonic(text) { require(Mnemonic(mnemonic.text)?.words == mnemonic.words, "other words") }
    _ = Secp256k1.PublicKey(bytes)
    _ = Secp256k1.Signature(der: bytes)
  }
}
