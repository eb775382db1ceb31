#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Constants that C libraries declare with different types.
enum SocketNumbers {
  /// `SOCK_STREAM`.
  static let stream: Int32 = 1
  /// `SHUT_RDWR`.
  static let bothWays: Int32 = 2
  /// `SHUT_RD`.
  static let reading: Int32 = 0
  /// `SHUT_WR`.
  static let writing: Int32 = 1
  /// The time limit for each read and write, in seconds.
  private static let patience = 60

  /// Sends without delay, and limits how long a silent client keeps a connection open.
  static func setUp(_ connection: Int32) {
    var yes: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var limit = timeval(tv_sec: .init(patience), tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  static func close(_ connection: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(connection)
    #elseif canImport(Glibc)
      _ = Glibc.close(connection)
    #else
      _ = Musl.close(connection)
    #endif
  }

  /// Sends bytes. The process receives no SIGPIPE if the other side has closed the connection.
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
