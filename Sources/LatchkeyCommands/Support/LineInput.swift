import AuthCore
import AuthRuntime
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input.
enum LineInput {
  /// The next line without its end; nil at the end of the input, or if the system cannot create a thread for the read.
  static func next() async -> String? {
    await BlockingThread.run { readLine(strippingNewline: true) } ?? nil
  }

  /// All bytes up to the end of the input or an error of the read; none if the system cannot create a thread.
  static func all() async -> [UInt8] {
    await BlockingThread.run {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(0, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return bytes }
      }
    } ?? []
  }
}
