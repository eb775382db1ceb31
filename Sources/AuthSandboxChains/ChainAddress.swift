import AuthCore
import AuthCrypto

/// The address of a key in a chain's form. The sandbox never contacts a chain.
package enum ChainAddress: Sendable, CaseIterable {
  case uncompressed
  case compressed
  case ethereum
  case tron
  case solana
  case aptos

  /// The address; nil when the chain does not use the key's curve.
  package func text(of key: ChainKey) -> String? {
    switch self {
    case .uncompressed: return Hex.encode(key.uncompressedPublicKey)
    case .compressed: return Hex.encode(key.publicKey)
    case .ethereum: return key.curve == .secp256k1 ? Self.mixedCase(account(of: key)) : nil
    case .tron: return key.curve == .secp256k1 ? Base58Check.encode([0x41] + account(of: key)) : nil
    case .solana: return key.curve == .ed25519 ? Base58.encode(key.publicKey) : nil
    case .aptos: return key.curve == .ed25519 ? "0x" + Hex.encode(Keccak.sha3(key.publicKey + [0])) : nil
    }
  }

  /// The last 20 bytes of the hash of the point (Ethereum yellow paper, appendix F).
  private func account(of key: ChainKey) -> [UInt8] {
    Array(Keccak.hash256(Array(key.uncompressedPublicKey.dropFirst())).suffix(20))
  }

  /// EIP-55: the address's own hash decides which letters are upper case.
  package static func mixedCase(_ account: [UInt8]) -> String {
    let digits = Array(Hex.encode(account))
    let hash = Keccak.hash256(Array(String(digits).utf8))
    return "0x"
      + String(
        digits.indices.map { index in
          let nibble = hash[index / 2] >> (index.isMultiple(of: 2) ? 4 : 0) & 15
          return nibble > 7 ? Character(digits[index].uppercased()) : digits[index]
        })
  }
}
