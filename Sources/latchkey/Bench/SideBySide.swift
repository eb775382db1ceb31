import AuthCore
import CBench

/// Two loops measured in turns, by the time that this thread has on a processor: what else the machine does in between
/// touches neither, and a change of its pace touches both. What waits for a disk is measured by the clock on the wall.
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

  typealias Rounds = (Int) async throws(AuthError) -> Void

  /// - Parameters:
  ///   - time: by which clock, in seconds.
  ///   - floor: runs that many rounds of the least that has to be done.
  ///   - value: runs that many rounds of what is measured.
  init(
    time: () -> Double = cbench_thread_seconds, floor: Rounds, value: Rounds
  ) async throws(AuthError) {
    // The first rounds load what is loaded on first use.
    try await floor(50)
    try await value(50)
    let rounds = max(50, Int(Self.turnLength / max(try await Self.seconds(200, value, time) / 200, 1e-9)))
    var rates: [(value: Double, floor: Double)] = []
    for turn in 0..<Self.turns {
      // Who comes first changes: a pace that only rises or falls favours neither.
      let isFloorFirst = turn.isMultiple(of: 2)
      let first = try await Self.seconds(rounds, isFloorFirst ? floor : value, time)
      let second = try await Self.seconds(rounds, isFloorFirst ? value : floor, time)
      let (floorTime, valueTime) = isFloorFirst ? (first, second) : (second, first)
      rates.append((Double(rounds) / valueTime, Double(rounds) / floorTime))
    }
    self.value = Self.median(rates.map(\.value))
    self.floor = Self.median(rates.map(\.floor))
    ratio = Self.median(rates.map { $0.value / $0.floor })
    let isCounting = cbench_counts_allocations() == 1
    allocations = isCounting ? try await Self.allocations(value) : nil
    floorAllocations = isCounting ? try await Self.allocations(floor) : nil
  }

  private static func seconds(_ rounds: Int, _ body: Rounds, _ time: () -> Double) async throws(AuthError) -> Double {
    let start = time()
    try await body(rounds)
    return max(time() - start, 1e-9)
  }

  /// How often memory is asked for in a round of `body`.
  private static func allocations(_ body: Rounds) async throws(AuthError) -> Double {
    let rounds = 100
    let before = cbench_allocations()
    try await body(rounds)
    return Double(cbench_allocations() - before) / Double(rounds)
  }

  static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
