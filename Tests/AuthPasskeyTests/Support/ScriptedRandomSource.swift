import AuthCore

/// A random source for ceremonies whose random parts are known. It returns the parts of a list in order, and zeros when
/// the list is empty.
final class ScriptedRandomSource: RandomSource {
  private let parts: Locked<[[UInt8]]>

  init(_ parts: [[UInt8]]) { self.parts = Locked(parts) }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    let next = parts.withLock { $0.isEmpty ? [] : $0.removeFirst() }
    for index in 0..<buffer.count { buffer[index] = index < next.count ? next[index] : 0 }
  }
}
