/// A source of random bytes from the system's generator (`SystemRandomNumberGenerator`).
public struct SystemRandomSource: RandomSource {
  /// Creates a source that uses the system's generator.
  public init() {}

  /// Fills the whole buffer with random bytes.
  public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    var generator = SystemRandomNumberGenerator()
    var index = 0
    while index < buffer.count {
      var word = generator.next()
      for _ in 0..<min(8, buffer.count - index) {
        buffer[index] = UInt8(truncatingIfNeeded: word)
        word >>= 8
        index += 1
      }
    }
  }
}
