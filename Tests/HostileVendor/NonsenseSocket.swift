#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Blocking calls on the socket of a connection.
enum NonsenseSocket {
  #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private static let quiet = Int32(MSG_NOSIGNAL)
  #else
    static let stream = SOCK_STREAM
    private static let quiet: Int32 = 0
  #endif

  /// Sends all bytes; returns false when the client has closed the connection.
  static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.send(connection, bytes.baseAddress, bytes.count, quiet)
        #else
          Darwin.send(connection, bytes.baseAddress, bytes.count, quiet)
        #endif
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads a request with its body and returns its path; nil at the end of the connection.
  static func request(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var end: Int?
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if end == nil, let head = Self.end(of: bytes) { end = head + length(bytes[..<head]) }
      if let end, bytes.count >= end { break }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    return line.count > 1 ? String(line[1]) : ""
  }

  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count where bytes[(index - 3)...index].elementsEqual([13, 10, 13, 10]) { return index + 1 }
    return nil
  }

  private static func length(_ head: ArraySlice<UInt8>) -> Int {
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].drop { $0 == " " }) ?? 0
    }
    return 0
  }

  static func limit(_ connection: Int32, seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Makes `close` send a reset.
  static func reset(_ connection: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
