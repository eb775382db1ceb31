extension Secp256k1.PublicKey {
  /// Recovers the public key from a signature and the signed digest (SEC 1 §4.1.6). Returns nil if the digest has more
  /// than 32 bytes, if r or s is out of range, or if no key can have made the signature.
  package init?(recoveredFrom signature: Secp256k1.Signature, digest: [UInt8]) {
    let order = Secp256k1.order
    guard !signature.r.isZero, !signature.s.isZero, signature.r < order.value, signature.s < order.value,
      let number = UInt256(digest),
      let nonce = Secp256k1.Point(encoded: [signature.isOdd ? 3 : 2] + signature.r.bytes)
    else { return nil }
    let inverse = order.inverse(signature.r)
    let ours = order.multiply(order.subtract(.zero, order.reduce(number)), inverse)
    let theirs = order.multiply(signature.s, inverse)
    let sum = Secp256k1.JacobianPoint(Secp256k1.generator) * ours + Secp256k1.JacobianPoint(nonce) * theirs
    guard let point = sum.affine else { return nil }
    self.init([4] + point.x.bytes + point.y.bytes)
  }
}
