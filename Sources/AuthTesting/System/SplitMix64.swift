/// The generator SplitMix64 (Steele, Lea, Flood 2014). The same seed gives the same sequence, so a test that prints its
/// seed can be repeated. Use the generator only in tests, because its output is predictable.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator whose sequence depends only on `seed`.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a number from zero up to, but not including, `bound`, which must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns true with the probability `count` in `whole`.
  public mutating func chance(_ count: Int, in whole: Int) -> Bool { below(whole) < count }
}
