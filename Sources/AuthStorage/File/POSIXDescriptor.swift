#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file of this process, which closes with its owner.
package struct POSIXDescriptor: ~Copyable, Sendable {
  package let number: Int32

  /// nil if the call that opens it failed; `errno` has the cause.
  package init?(_ number: Int32) {
    guard number != -1 else { return nil }
    self.number = number
  }

  deinit { close(number) }
}
