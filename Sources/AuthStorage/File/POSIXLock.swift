#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A held lock; letting go of it, or the end of the process, releases it.
final class POSIXLock: Sendable {
  private let descriptor: Int32
  init(descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }
}
