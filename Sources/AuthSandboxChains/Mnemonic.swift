package import AuthCore
import AuthCrypto

/// A mnemonic: a wallet's secret as English words, from which the wallet's seed is derived (BIP-39).
package struct Mnemonic: Sendable {
  package let words: [String]

  /// Makes a new mnemonic of 12, 15, 18, 21 or 24 words; nil for any other number.
  package init?(wordCount: Int, random: any RandomSource) {
    guard (12...24).contains(wordCount), wordCount.isMultiple(of: 3) else { return nil }
    self.init(entropy: random.bytes(wordCount / 3 * 4))
  }

  /// Makes the mnemonic of `entropy`, which must have 16, 20, 24, 28 or 32 bytes.
  package init(entropy: [UInt8]) {
    let checksum = entropy.count / 4
    let bits = Self.bits(entropy) + Self.bits(Array(SHA256.hash(data: entropy))).prefix(checksum)
    words = stride(from: 0, to: bits.count, by: 11).map { start in
      MnemonicWords.english[bits[start..<start + 11].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }]
    }
  }

  /// Reads an imported mnemonic; nil if the number of words is wrong, a word is unknown or the checksum is wrong.
  package init?(_ text: String) {
    let given = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard (12...24).contains(given.count), given.count.isMultiple(of: 3) else { return nil }
    var bits: [Bool] = []
    for word in given {
      guard let index = MnemonicWords.english.firstIndex(of: word) else { return nil }
      bits += (0..<11).map { index >> (10 - $0) & 1 == 1 }
    }
    let entropy = stride(from: 0, to: given.count / 3 * 32, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    self.init(entropy: entropy)
    guard words == given else { return nil }
  }

  package var text: String { words.joined(separator: " ") }

  /// The seed: PBKDF2 with HMAC-SHA-512, 2048 iterations, the salt "mnemonic" and no passphrase. One block of PBKDF2
  /// has the 64 bytes of the seed.
  package var seed: [UInt8] {
    let key = SymmetricKey(data: Array(text.utf8))
    var block = Self.mac(Array("mnemonic".utf8) + [0, 0, 0, 1], key)
    var seed = block
    for _ in 1..<2048 {
      block = Self.mac(block, key)
      for index in seed.indices { seed[index] ^= block[index] }
    }
    return seed
  }

  private static func mac(_ message: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
  }

  private static func bits(_ bytes: [UInt8]) -> [Bool] {
    bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
  }
}
