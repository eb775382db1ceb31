#if canImport(os)
  /// A number that grows. On Apple's systems it is read under a lock: `Synchronization.Atomic` needs macOS 15 or iOS 18.
  struct AtomicCount: ~Copyable, Sendable {
    private let number = Locked<UInt64>(0)

    var value: UInt64 { number.withLock { $0 } }

    func increment() { number.withLock { $0 += 1 } }
  }
#else
  import Synchronization

  /// A number that grows, and that is read without a lock: every call that reads a session from memory reads one, and
  /// a lock takes about 6 ns.
  struct AtomicCount: ~Copyable, Sendable {
    private let number = Atomic<UInt64>(0)

    var value: UInt64 { number.load(ordering: .acquiring) }

    func increment() { number.wrappingAdd(1, ordering: .acquiringAndReleasing) }
  }
#endif
