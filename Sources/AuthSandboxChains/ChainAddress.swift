import AuthCore
import AuthCrypto

/// The format of a chain's addresses. The sandbox never connects to a chain.
package enum ChainAddress: Sendable, CaseIterable {
  case uncompressed
  case compressed
  case ethereum
  case tron
  case solana
  case aptos

  /// Returns the address of a key; nil if the chain does not use the key's curve. `uncompressed` and `compressed` are
  /// the public key itself in hexadecimal.
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

  /// Returns the account: the last 20 bytes of the hash of the public key (Ethereum yellow paper, appendix F).
  private func account(of key: ChainKey) -> [UInt8] {
    Array(Keccak.hash256(Array(key.uncompressedPublicKey.dropFirst())).suffix(20))
  }

  /// Returns the address of an Ethereum account with its checksum (EIP-55): the Keccak-256 hash of the address in lower
  /// case determines which letters are in upper case.
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
