import AuthCore
import AuthCrypto

/// ECDSA on secp256k1 (SEC 2 §2.4.1), a curve of wallets that neither CryptoKit nor AuthCrypto supports.
///
/// This implementation is only for test keys, since its running time depends on secret values.
package enum Secp256k1 {
  static let field = Modulus(
    UInt256(0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFE_FFFF_FC2F))
  static let order = Modulus(
    UInt256(0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFE, 0xBAAE_DCE6_AF48_A03B, 0xBFD2_5E8C_D036_4141))
  static let generator = Point(
    x: UInt256(0x79BE_667E_F9DC_BBAC, 0x55A0_6295_CE87_0B07, 0x029B_FCDB_2DCE_28D9, 0x59F2_815B_16F8_1798),
    y: UInt256(0x483A_DA77_26A3_C465, 0x5DA4_FBFC_0E11_08A8, 0xFD17_B448_A685_5419, 0x9C47_D08F_FB10_D4B8))

  package struct PublicKey: Sendable, Hashable {
    let point: Point

    /// Reads a public key of 33 bytes (compressed) or 65 bytes (SEC 1 §2.3.4); nil if the bytes are not a point on the
    /// curve.
    package init?(_ bytes: [UInt8]) {
      guard let point = Point(encoded: bytes) else { return nil }
      self.point = point
    }

    fileprivate init(point: Point) { self.point = point }

    package var compressed: [UInt8] { [point.y.isOdd ? 3 : 2] + point.x.bytes }
    package var uncompressed: [UInt8] { [4] + point.x.bytes + point.y.bytes }

    /// Verifies a signature over a digest (SEC 1 §4.1.4). A signature is accepted with a low or a high s.
    package func isValid(_ signature: Signature, digest: [UInt8]) -> Bool {
      guard !signature.r.isZero, !signature.s.isZero, signature.r < order.value, signature.s < order.value,
        let number = UInt256(digest)
      else { return false }
      let inverse = order.inverse(signature.s)
      let ours = JacobianPoint.generator(times: order.multiply(order.reduce(number), inverse))
      let theirs = JacobianPoint(point) * order.multiply(signature.r, inverse)
      guard let sum = (ours + theirs).affine else { return false }
      return order.reduce(sum.x) == signature.r
    }
  }

  package struct PrivateKey: Sendable {
    let scalar: UInt256

    /// Reads a private key of 32 bytes; nil unless the key is at least 1 and less than the order.
    package init?(_ bytes: [UInt8]) {
      guard bytes.count == 32, let scalar = UInt256(bytes), !scalar.isZero, scalar < order.value else { return nil }
      self.scalar = scalar
    }

    package var bytes: [UInt8] { scalar.bytes }

    /// The public key. Each access computes the key, so callers should store the result.
    package var publicKey: PublicKey {
      // A scalar that is at least 1 and less than the order never results in the point at infinity.
      PublicKey(point: JacobianPoint.generator(times: scalar).affine ?? generator)
    }

    /// Signs a digest of 32 bytes, with the nonce of RFC 6979 and the lower of the two possible values of s, which
    /// chains require; nil for a digest of another length.
    package func sign(digest: [UInt8]) -> Signature? {
      guard digest.count == 32, let number = UInt256(digest) else { return nil }
      var nonces = DeterministicNonces(key: bytes, digest: order.reduce(number).bytes)
      while true {
        let nonce = nonces.next()
        guard !nonce.isZero, nonce < order.value, let point = (JacobianPoint(generator) * nonce).affine else {
          continue
        }
        let r = order.reduce(point.x)
        let s = order.multiply(
          order.inverse(nonce), order.add(order.reduce(number), order.multiply(r, scalar)))
        guard !r.isZero, !s.isZero else { continue }
        let mirrored = order.subtract(.zero, s)
        return s > mirrored
          ? Signature(r: r, s: mirrored, isOdd: !point.y.isOdd) : Signature(r: r, s: s, isOdd: point.y.isOdd)
      }
    }
  }

  package struct Signature: Sendable, Hashable {
    package let r: UInt256
    package let s: UInt256
    /// Whether the nonce's point has an odd y-coordinate. This is the recovery id, which the DER encoding does not
    /// contain.
    package var isOdd = false

    init(r: UInt256, s: UInt256, isOdd: Bool = false) {
      self.r = r
      self.s = s
      self.isOdd = isOdd
    }

    /// Decodes ASN.1 DER, the encoding in request stamps; nil for malformed DER. The decoder of P-256 signatures is
    /// used, since both curves have signatures of the same format and length.
    package init?(der: [UInt8]) {
      do {
        let raw = Array(try P256.Signing.ECDSASignature(derRepresentation: der).rawRepresentation)
        guard raw.count == 64, let r = UInt256(raw[..<32]), let s = UInt256(raw[32...]) else { return nil }
        self.init(r: r, s: s)
      } catch {
        return nil
      }
    }
  }
}

/// The nonces of RFC 6979 §3.2, with HMAC-SHA-256.
private struct DeterministicNonces {
  private var key = [UInt8](repeating: 0, count: 32)
  private var value = [UInt8](repeating: 1, count: 32)

  init(key secret: [UInt8], digest: [UInt8]) {
    for separator: UInt8 in [0, 1] {
      key = mac(value + [separator] + secret + digest)
      value = mac(value)
    }
  }

  mutating func next() -> UInt256 {
    value = mac(value)
    let nonce = UInt256(value) ?? .zero
    key = mac(value + [0])
    value = mac(value)
    return nonce
  }

  private func mac(_ message: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }
}
