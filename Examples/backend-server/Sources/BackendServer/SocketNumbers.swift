#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What C libraries have under different types.
enum SocketNumbers {
  /// `SOCK_STREAM`.
  static let stream: Int32 = 1
  /// `SHUT_RDWR`.
  static let bothWays: Int32 = 2

  /// Sends without a signal when the other side has gone.
  static func send(_ connection: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      return Darwin.send(connection, bytes, count, 0)
    #elseif canImport(Glibc)
      return Glibc.send(connection, bytes, count, Int32(MSG_NOSIGNAL))
    #else
      return Musl.send(connection, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
  }
}
