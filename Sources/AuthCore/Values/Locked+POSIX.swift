#if canImport(Glibc) || canImport(Musl)
  #if canImport(Glibc)
    public import Glibc
  #else
    public import Musl
  #endif

  /// A value that can only be reached under a lock.
  ///
  /// A `pthread_mutex_t` instead of `Synchronization.Mutex`: it is faster on Linux, and the thread sanitizer knows it,
  /// so that it gives no false reports in an app.
  ///
  /// `@unchecked Sendable`: both cells are allocated once, never handed out, and the value is touched only while the
  /// mutex is held.
  public struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    /// A lock around a value.
    @inlinable public init(_ initial: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initial)
    }

    @inlinable deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    /// Runs `body` with the value; `body` must not suspend or call foreign code.
    @inlinable public func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#endif
