/// A held lock. Releasing it, or the end of the process, frees the lock.
final class FileLock: Sendable {
  private let descriptor: POSIXDescriptor
  init(_ descriptor: consuming POSIXDescriptor) { self.descriptor = descriptor }
}
