#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A file descriptor that is closed at the end of its lifetime.
package struct POSIXDescriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes ownership of a descriptor; nil for -1, the result of a failed call (`errno` contains the cause).
  package init?(_ number: Int32) {
    guard number != -1 else { return nil }
    self.number = number
  }

  deinit { close(number) }
}
