import AuthCore
import Testing

@Suite struct LockedTests {
  private final class Counter: Sendable {
    let count = Locked(0)
  }

  @Test func noIncrementIsLost() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<10_000 { counter.count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(counter.count.withLock { $0 } == 160_000)
  }

  @Test func anErrorReleasesTheLock() {
    let counter = Counter()
    #expect(throws: AuthError.cancelled) {
      try counter.count.withLock { (count) throws(AuthError) in
        count = 7
        throw .cancelled
      }
    }
    #expect(counter.count.withLock { $0 } == 7)
  }

  @Test func theValueDiesWithTheLock() {
    final class Probe: Sendable {}
    weak var probe: Probe?
    do {
      let locked = Locked<Probe>(Probe())
      probe = locked.withLock { $0 }
      #expect(probe != nil)
    }
    #expect(probe == nil)
  }
}
