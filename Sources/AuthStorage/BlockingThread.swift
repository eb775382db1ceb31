#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs work that blocks, such as waiting for a child process or for a line of terminal input, on a separate thread.
/// Swift's cooperative pool has one thread per core, and a blocked thread of the pool does not run tasks.
package enum BlockingThread {
  /// Runs `body` on a separate thread and returns its result; nil if the system cannot create a thread.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      if !start({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
    }
  }

  /// Starts `body` on a separate thread, outside Swift's pool; returns false if the system cannot create a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool { start(Job(body)) }

  /// The argument of the thread's start routine.
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Runs the job whose retained pointer the thread receives.
    static func main(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let pointer else { return nil }
      Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }

  private static func start(_ job: Job) -> Bool {
    let pointer = Unmanaged.passRetained(job)
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // The thread starts detached: a joinable thread that is never joined would keep its stack until the process ends.
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
