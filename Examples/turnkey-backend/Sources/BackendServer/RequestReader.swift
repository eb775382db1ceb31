import TurnkeyBackend

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads one request off a connection.
struct RequestReader {
  private static let limit = 1 << 20
  private let connection: Int32

  init(_ connection: Int32) { self.connection = connection }

  /// The request; nil for what is none, or larger than a megabyte.
  func request() -> BackendRequest? {
    var bytes: [UInt8] = []
    var head: (words: [Substring], length: Int, end: Int)?
    while bytes.count <= Self.limit {
      if head == nil { head = Self.head(of: bytes) }
      if let head, bytes.count >= head.end + head.length {
        guard head.words.count == 3 else { return nil }
        return BackendRequest(
          String(head.words[0]), String(head.words[1]), body: Array(bytes[head.end..<head.end + head.length]))
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    return nil
  }

  private static func head(of bytes: [UInt8]) -> (words: [Substring], length: Int, end: Int)? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4, let start = (0...bytes.count - 4).first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
    var length = 0
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, halves[0].lowercased() == "content-length" else { continue }
      length = Int(halves[1].filter { $0 != " " }) ?? 0
    }
    let words = lines.first?.split(separator: " ") ?? []
    return (words, min(max(length, 0), limit), start + 4)
  }
}
