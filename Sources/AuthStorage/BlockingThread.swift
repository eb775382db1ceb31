#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work that blocks (waiting for a child, for a line at the terminal), on a separate thread: Swift's
/// pool has one thread per core, and a blocked thread runs no tasks.
package enum BlockingThread {
  /// The result of `body`; nil when the system gives no thread.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      if !start({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
    }
  }

  /// Begins `body` on a separate thread, without using Swift's pool; false when the system gives no thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool { start(Job(body)) }

  /// The thread's argument.
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// The thread's whole life.
    static func main(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let pointer else { return nil }
      Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }

  private static func start(_ job: Job) -> Bool {
    let pointer = Unmanaged.passRetained(job)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Detached from its start: a thread that could be joined and never is would keep its stack permanently.
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else {
      pointer.release()
      return false
    }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0,
      pthread_create(&thread, &attributes, { Job.main($0) }, pointer.toOpaque()) == 0
    else {
      pointer.release()
      return false
    }
    return true
  }
}
