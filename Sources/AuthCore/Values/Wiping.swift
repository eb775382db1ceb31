/// Functions that overwrite memory in a way that the optimiser does not remove.
package enum Wiping {
  /// Sets every byte to zero.
  package static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    for index in buffer.indices { buffer[index] = 0 }
    keep(buffer)
  }

  /// Sets every byte of an array to zero. Other arrays that share its buffer are not changed.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { wipe($0) }
  }

  /// Does nothing, but is opaque to the optimiser, which therefore cannot remove the stores before the call.
  @inline(never) @_optimize(none)
  private static func keep(_ buffer: UnsafeMutableRawBufferPointer) {}
}
