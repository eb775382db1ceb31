public import AuthCore

/// Randomness that repeats: the same seed gives the same bytes. For tests alone; it keeps no secret.
public final class SeededRandomSource: RandomSource {
  private let state: Locked<UInt64>

  /// A generator that starts from `seed`.
  public init(seed: UInt64 = 1) { state = Locked(seed) }

  /// Fills the whole buffer with the next bytes of the sequence (SplitMix64).
  public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    var index = 0
    while index < buffer.count {
      var word = next()
      for _ in 0..<min(8, buffer.count - index) {
        buffer[index] = UInt8(truncatingIfNeeded: word)
        word >>= 8
        index += 1
      }
    }
  }

  private func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
}
