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

  /// Makes room for `count` more bytes in an array. If the array moves to a larger buffer, the old one is wiped; an
  /// array that grows by itself leaves a copy of its content in freed memory.
  package static func reserve(_ count: Int, in bytes: inout [UInt8]) {
    guard bytes.capacity - bytes.count < count else { return }
    var larger: [UInt8] = []
    larger.reserveCapacity(max(bytes.count + count, bytes.capacity * 2, 64))
    larger += bytes
    wipe(&bytes)
    bytes = larger
  }

  /// Does nothing, but is opaque to the optimiser, which therefore cannot remove the stores before the call.
  @inline(never) @_optimize(none)
  private static func keep(_ buffer: UnsafeMutableRawBufferPointer) {}
}
