#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Glibc)
    public import Glibc
  #elseif canImport(Musl)
    public import Musl
  #else
    public import Android
  #endif

  /// A value that can be accessed only under a lock.
  ///
  /// It uses `pthread_mutex_t` instead of `Synchronization.Mutex`, which is slower on Linux and makes the thread
  /// sanitizer report races that do not exist.
  ///
  /// `@unchecked Sendable`: both pointers are set once and never leave this type, and the value is accessed only while
  /// the mutex is locked.
  public struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    /// Creates a lock around a value.
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

    /// Runs `body` with the value under the lock. `body` must not suspend, or call code that may take the same lock.
    @inlinable public func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#endif
