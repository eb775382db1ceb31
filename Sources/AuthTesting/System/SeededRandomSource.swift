public import AuthCore

/// A repeatable source of random bytes: the same seed gives the same bytes. Use the source only in tests, because its
/// output is predictable.
public final class SeededRandomSource: RandomSource {
  private let state: Locked<SplitMix64>

  /// Creates a source whose bytes depend only on `seed`.
  public init(seed: UInt64 = 1) { state = Locked(SplitMix64(seed: seed)) }

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

  private func next() -> UInt64 { state.withLock { $0.next() } }
}
