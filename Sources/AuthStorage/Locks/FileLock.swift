/// A held lock of a lock file. The lock is released when the object is deallocated or the process ends.
package final class FileLock: Sendable {
  private let descriptor: POSIXDescriptor
  init(_ descriptor: consuming POSIXDescriptor) { self.descriptor = descriptor }
}
