import AuthCore
import CBench

/// Two loops measured in turns, by the time that this thread has on a processor: what else the machine does in between
/// touches neither, and a change of its pace touches both.
struct SideBySide {
  /// How often each takes its turn.
  private static let turns = 15
  /// How long a turn is to be, in seconds.
  private static let turnLength = 0.05

  /// Rounds a second.
  let value: Double
  let floor: Double
  /// The median of the turns' ratios.
  let ratio: Double
  /// Calls to the allocator in a round.
  let allocations: Double?
  let floorAllocations: Double?

  /// - Parameters:
  ///   - floor: runs that many rounds of the least that has to be done.
  ///   - value: runs that many rounds of what is measured.
  init(
    floor: (Int) throws(AuthError) -> Void, value: (Int) throws(AuthError) -> Void
  ) throws(AuthError) {
    // The first rounds load what is loaded on first use.
    try floor(50)
    try value(50)
    let rounds = max(50, Int(Self.turnLength / max(try Self.seconds(200, value) / 200, 1e-9)))
    var rates: [(value: Double, floor: Double)] = []
    for turn in 0..<Self.turns {
      // Who comes first changes: a pace that only rises or falls favours neither.
      let first = turn.isMultiple(of: 2) ? try Self.seconds(rounds, floor) : try Self.seconds(rounds, value)
      let second = turn.isMultiple(of: 2) ? try Self.seconds(rounds, value) : try Self.seconds(rounds, floor)
      let (floorTime, valueTime) = turn.isMultiple(of: 2) ? (first, second) : (second, first)
      rates.append((Double(rounds) / valueTime, Double(rounds) / floorTime))
    }
    self.value = Self.median(rates.map(\.value))
    self.floor = Self.median(rates.map(\.floor))
    ratio = Self.median(rates.map { $0.value / $0.floor })
    let isCounting = cbench_counts_allocations() == 1
    allocations = isCounting ? try Self.allocations(1000, value) : nil
    floorAllocations = isCounting ? try Self.allocations(1000, floor) : nil
  }

  private static func seconds(_ rounds: Int, _ body: (Int) throws(AuthError) -> Void) throws(AuthError) -> Double {
    let start = cbench_thread_seconds()
    try body(rounds)
    return max(cbench_thread_seconds() - start, 1e-9)
  }

  /// How often memory is asked for in a round of `body`.
  private static func allocations(
    _ rounds: Int, _ body: (Int) throws(AuthError) -> Void
  ) throws(AuthError) -> Double {
    let before = cbench_allocations()
    try body(rounds)
    return Double(cbench_allocations() - before) / Double(rounds)
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
