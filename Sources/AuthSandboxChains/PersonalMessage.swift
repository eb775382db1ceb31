import AuthCore

/// A personal message, as Ethereum-style wallets sign it (EIP-191, version 0x45).
package enum PersonalMessage {
  /// Returns the digest to sign: a hash of the message after a prefix with which transactions never begin.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    Keccak.hash256(Array("\u{19}Ethereum Signed Message:\n\(message.count)".utf8) + message)
  }

  /// Returns the account that signed a message, in 20 bytes; nil for an invalid signature.
  ///
  /// - Parameters:
  ///   - message: the signed message, without the prefix.
  ///   - signature: r, s and v, where v is 27 or 28, or 0 or 1.
  package static func signer(of message: [UInt8], signature: [UInt8]) -> [UInt8]? {
    guard signature.count == 65, let r = UInt256(signature[..<32]), let s = UInt256(signature[32..<64]) else {
      return nil
    }
    let v = signature[64] >= 27 ? signature[64] - 27 : signature[64]
    guard v <= 1,
      let key = Secp256k1.PublicKey(
        recoveredFrom: Secp256k1.Signature(r: r, s: s, isOdd: v == 1), digest: digest(message))
    else { return nil }
    return Array(Keccak.hash256(Array(key.uncompressed.dropFirst())).suffix(20))
  }
}
