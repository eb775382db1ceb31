#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that only one thread at a time can access, and for whose changes a thread can wait.
///
/// `@unchecked Sendable`: the value is accessed only between the mutex's lock and unlock.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // The wall clock can be set while a thread waits.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Changes the value and wakes the threads that wait.
  func change(_ body: (inout Value) -> Void) {
    withLock { body(&$0) }
    pthread_cond_broadcast(condition)
  }

  /// Blocks the thread until `isTrue` returns true. It is called at once and after each change.
  func wait(until isTrue: (Value) -> Bool) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isTrue(value) { pthread_cond_wait(condition, mutex) }
  }

  /// Blocks the thread until `isTrue` returns true, but for `limit` at most, and for a second at most.
  func wait(atMost limit: Duration, until isTrue: (Value) -> Bool) {
    let nanoseconds = Int(min(limit, .seconds(1)) / .nanoseconds(1))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isTrue(value) else { return }
    #if canImport(Darwin)
      var rest = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      pthread_cond_timedwait_relative_np(condition, mutex, &rest)
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let sum = end.tv_nsec + nanoseconds
      end = timespec(tv_sec: end.tv_sec + sum / 1_000_000_000, tv_nsec: sum % 1_000_000_000)
      pthread_cond_timedwait(condition, mutex, &end)
    #endif
  }
}
