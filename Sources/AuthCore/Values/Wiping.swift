/// Overwriting memory in a way that the optimiser does not take out.
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

  /// Opaque to the optimiser: a store before a call whose body it cannot see is not dead.
  @inline(never) @_optimize(none)
  private static func keep(_ buffer: UnsafeMutableRawBufferPointer) {}
}
