import AuthCrypto

/// A key that is derived from a wallet's seed: by BIP-32 for secp256k1, by SLIP-0010 for the other curves. For Ed25519,
/// SLIP-0010 defines only hardened derivation.
package struct DerivedKey: Sendable {
  package let key: ChainKey
  private let chainCode: [UInt8]

  /// Derives the master key; nil if the seed does not produce a valid key for the curve. In this case SLIP-0010 would
  /// derive another key.
  package init?(seed: [UInt8], curve: ChainCurve) {
    let name =
      switch curve {
      case .secp256k1: "Bitcoin seed"
      case .ed25519: "ed25519 seed"
      case .p256: "Nist256p1 seed"
      }
    self.init(mac: Self.mac(seed, key: Array(name.utf8)), curve: curve)
  }

  private init?(mac: [UInt8], curve: ChainCurve) {
    guard let key = ChainKey(curve, Array(mac.prefix(32))) else { return nil }
    self.key = key
    chainCode = Array(mac.suffix(32))
  }

  /// Returns the key at a path such as `m/44'/60'/0'/0/0`; nil if the path is malformed or has more than 11 steps, the
  /// curve does not support it, or there is no valid key at the path.
  package func derived(path: String) -> DerivedKey? {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.first == "m", steps.count <= 12 else { return nil }
    var current = self
    for step in steps.dropFirst() {
      let isHardened = step.hasSuffix("'") || step.hasSuffix("h")
      guard let number = UInt32(isHardened ? step.dropLast() : step), number < 1 << 31,
        let next = current.child(number, isHardened: isHardened)
      else { return nil }
      current = next
    }
    return current
  }

  private func child(_ number: UInt32, isHardened: Bool) -> DerivedKey? {
    let index = isHardened ? number | 1 << 31 : number
    let end = (0..<4).map { UInt8(truncatingIfNeeded: index >> (24 - 8 * $0)) }
    guard isHardened || key.curve != .ed25519 else { return nil }
    let mac = Self.mac((isHardened ? [0] + key.bytes : key.publicKey) + end, key: chainCode)
    guard let order = key.curve.order else { return DerivedKey(mac: mac, curve: key.curve) }
    guard let left = UInt256(mac.prefix(32)), left < order.value, let scalar = UInt256(key.bytes) else { return nil }
    return DerivedKey(mac: order.add(left, scalar).bytes + mac.suffix(32), curve: key.curve)
  }

  private static func mac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA512>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }
}

extension ChainCurve {
  /// The order of the group, which is the modulus of the sum of keys; nil for Ed25519, whose child keys are not sums.
  fileprivate var order: Modulus? {
    switch self {
    case .secp256k1: Secp256k1.order
    case .p256:
      Modulus(
        UInt256(0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0xBCE6_FAAD_A717_9E84, 0xF3B9_CAC2_FC63_2551))
    case .ed25519: nil
    }
  }
}
