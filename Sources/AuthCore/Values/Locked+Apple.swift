#if canImport(os)
  public import os

  /// A value that can be accessed only under a lock.
  ///
  /// `@unchecked Sendable`: the pointer is set once and never leaves this type, and the value is accessed only while
  /// the lock is held.
  public struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let lock: OSAllocatedUnfairLock<Void>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    /// Creates a lock around a value.
    @inlinable public init(_ initial: consuming sending Value) {
      lock = OSAllocatedUnfairLock()
      value = .allocate(capacity: 1)
      value.initialize(to: initial)
    }

    @inlinable deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Runs `body` with the value under the lock. `body` must not suspend, or call code that may take the same lock.
    @inlinable public func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }
#endif
