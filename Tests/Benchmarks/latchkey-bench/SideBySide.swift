import AuthCore
import CBench

/// The measurements of two loops in turns, by this thread's processor time. Other work on the machine then affects
/// neither loop, and a change of clock speed affects both. Loops that wait for a disk or a server are measured by wall
/// time.
struct SideBySide {
  /// The number of turns of each loop.
  private static let turns = 15
  /// The intended length of a turn, in seconds.
  private static let turnLength = 0.05

  /// Rounds per second.
  let value: Double
  let floor: Double
  /// The median of the turns' ratios.
  let ratio: Double
  /// Calls to the allocator per round; nil if they are not counted.
  let allocations: Double?
  let floorAllocations: Double?

  typealias Rounds = (Int) async throws(AuthError) -> Void

  /// Measures both loops.
  ///
  /// - Parameters:
  ///   - least: the minimum number of rounds of a turn.
  ///   - time: the clock, in seconds.
  ///   - isOnOneThread: whether the rounds stay on one thread. Allocations are counted only then, because each thread
  ///     has its own count.
  ///   - floor: runs a number of rounds of the least possible work.
  ///   - value: runs a number of rounds of the measured code.
  init(
    least: Int = 50, time: () -> Double = cbench_thread_seconds, isOnOneThread: Bool = true, floor: Rounds,
    value: Rounds
  ) async throws(AuthError) {
    // The first rounds are slower because libraries are loaded on first use.
    try await floor(least)
    try await value(least)
    let pace = try await Self.seconds(4 * least, value, time) / Double(4 * least)
    let rounds = max(least, Int(Self.turnLength / max(pace, 1e-9)))
    var rates: [(value: Double, floor: Double)] = []
    for turn in 0..<Self.turns {
      // The order alternates, so that a clock speed that only rises or only falls favours neither loop.
      let isFloorFirst = turn.isMultiple(of: 2)
      let first = try await Self.seconds(rounds, isFloorFirst ? floor : value, time)
      let second = try await Self.seconds(rounds, isFloorFirst ? value : floor, time)
      let (floorTime, valueTime) = isFloorFirst ? (first, second) : (second, first)
      rates.append((Double(rounds) / valueTime, Double(rounds) / floorTime))
    }
    self.value = Self.median(rates.map(\.value))
    self.floor = Self.median(rates.map(\.floor))
    ratio = Self.median(rates.map { $0.value / $0.floor })
    let isCounting = isOnOneThread && cbench_counts_allocations() == 1
    allocations = isCounting ? try await Self.allocations(2 * least, value) : nil
    floorAllocations = isCounting ? try await Self.allocations(2 * least, floor) : nil
  }

  private static func seconds(_ rounds: Int, _ body: Rounds, _ time: () -> Double) async throws(AuthError) -> Double {
    let start = time()
    try await body(rounds)
    return max(time() - start, 1e-9)
  }

  /// Returns the allocations per round of `body`.
  private static func allocations(_ rounds: Int, _ body: Rounds) async throws(AuthError) -> Double {
    let before = cbench_allocations()
    try await body(rounds)
    return Double(cbench_allocations() - before) / Double(rounds)
  }

  static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
