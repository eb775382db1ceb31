#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs blocking work on a separate thread, because Swift's pool has only as many threads as cores.
public enum DetachedThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func main(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let pointer else { return nil }
      Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }

  /// Runs `body` on a new thread. Does nothing if the system cannot create a thread.
  public static func start(_ body: @escaping @Sendable () -> Void) {
    let pointer = Unmanaged.passRetained(Job(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, { Job.main($0) }, pointer.toOpaque())
      if failure == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, { Job.main($0) }, pointer.toOpaque())
      if failure == 0 { pthread_detach(thread) }
    #endif
    if failure != 0 { pointer.release() }
  }
}
