/// Keccak-256, Ethereum's hash function, whose padding begins with the byte 0x01, and SHA3-256, whose padding begins
/// with 0x06 (FIPS 202 §6.1 and §B.2).
package enum Keccak {
  package static func hash256(_ message: [UInt8]) -> [UInt8] { hash(message, padding: 0x01) }
  static func sha3(_ message: [UInt8]) -> [UInt8] { hash(message, padding: 0x06) }

  private static let rate = 136
  private static let rotations = [
    0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
  ]
  private static let roundConstants: [UInt64] = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808A, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808B, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008A, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000A,
    0x0000_0000_8000_808B, 0x8000_0000_0000_008B, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800A, 0x8000_0000_8000_000A,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
  ]

  private static func hash(_ message: [UInt8], padding: UInt8) -> [UInt8] {
    var padded = message + [padding]
    padded += [UInt8](repeating: 0, count: (rate - padded.count % rate) % rate)
    padded[padded.count - 1] |= 0x80
    var state = [UInt64](repeating: 0, count: 25)
    for start in stride(from: 0, to: padded.count, by: rate) {
      for index in 0..<rate { state[index / 8] ^= UInt64(padded[start + index]) << (8 * (index % 8)) }
      permute(&state)
    }
    return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> (8 * ($0 % 8))) }
  }

  /// Applies the permutation (FIPS 202 §3.3): 24 rounds over the lanes, which have the index x + 5y.
  private static func permute(_ state: inout [UInt64]) {
    for constant in roundConstants {
      let columns = (0..<5).map { x in stride(from: x, to: 25, by: 5).reduce(UInt64(0)) { $0 ^ state[$1] } }
      var moved = [UInt64](repeating: 0, count: 25)
      for x in 0..<5 {
        let effect = columns[(x + 4) % 5] ^ rotated(columns[(x + 1) % 5], 1)
        for y in 0..<5 {
          let lane = x + 5 * y
          moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotated(state[lane] ^ effect, rotations[lane])
        }
      }
      for y in stride(from: 0, to: 25, by: 5) {
        for x in 0..<5 {
          let other = ~moved[y + (x + 1) % 5] & moved[y + (x + 2) % 5]
          state[y + x] = moved[y + x] ^ other
        }
      }
      state[0] ^= constant
    }
  }

  private static func rotated(_ lane: UInt64, _ count: Int) -> UInt64 {
    count == 0 ? lane : lane << UInt64(count) | lane >> UInt64(64 - count)
  }
}
