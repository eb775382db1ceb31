public import AuthCore

/// PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2): a slow hash for passwords.
public enum PBKDF2 {
  /// Derives a key of `byteCount` bytes from a password.
  ///
  /// - Parameters:
  ///   - password: the password.
  ///   - salt: at least 16 random bytes, different for every password.
  ///   - iterations: at least 1. An attacker must compute the same number of iterations for each guess.
  ///   - byteCount: the length of the key, at least 1.
  public static func deriveKey(password: Secret, salt: [UInt8], iterations: Int, byteCount: Int) -> Secret {
    let key = SymmetricKey(data: password.revealBytes())
    // Hash the key's block only once; each computation continues from a copy of this state.
    let keyed = HMAC<SHA256>(key: key)
    func code(_ bytes: [UInt8]) -> [UInt8] {
      var hash = keyed
      hash.update(data: bytes)
      return Array(hash.finalize())
    }
    var output: [UInt8] = []
    var index: UInt32 = 0
    while output.count < byteCount {
      index += 1
      var block = code(salt + withUnsafeBytes(of: index.bigEndian) { Array($0) })
      var sum = block
      for _ in 1..<max(2, iterations) where iterations > 1 {
        block = code(block)
        for position in sum.indices { sum[position] ^= block[position] }
      }
      output += sum
    }
    return Secret(output.prefix(byteCount))
  }
}
