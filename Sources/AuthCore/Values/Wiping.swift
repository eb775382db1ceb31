/// Overwrites memory in a way that the optimiser does not remove.
package enum Wiping {
  /// Sets every byte to zero.
  package static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    for index in buffer.indices { buffer[index] = 0 }
    keep(buffer)
  }

  /// Sets every byte of an array that holds a copy of a secret to zero.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { wipe($0) }
  }

  /// Opaque to the optimiser: it cannot remove a store before a call whose body it does not see.
  @inline(never) @_optimize(none)
  private static func keep(_ buffer: UnsafeMutableRawBufferPointer) {}
}
