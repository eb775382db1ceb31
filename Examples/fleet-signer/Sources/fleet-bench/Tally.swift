import Synchronization

/// Counts the rounds of all threads.
final class Tally: Sendable {
  private let finished = Atomic<Int>(0)
  private let total = Atomic<Int>(0)

  /// The number of threads that have finished.
  var threads: Int { finished.load(ordering: .acquiring) }
  var rounds: Int { total.load(ordering: .acquiring) }

  func add(_ rounds: Int) {
    total.add(rounds, ordering: .acquiringAndReleasing)
    finished.add(1, ordering: .acquiringAndReleasing)
  }
}
