#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads one request off a connection.
struct RequestReader {
  private struct Head {
    let words: [Substring]
    let authorization: String?
    /// Of the body.
    let length: Int
    /// Where the body begins.
    let end: Int
  }

  private static let limit = 1 << 20
  private let connection: Int32

  init(_ connection: Int32) { self.connection = connection }

  /// The request; nil for what is none, or larger than a megabyte.
  func request() -> BackendRequest? {
    var bytes: [UInt8] = []
    var head: Head?
    while bytes.count <= Self.limit {
      if head == nil { head = Self.head(of: bytes) }
      if let head, bytes.count >= head.end + head.length {
        guard head.words.count == 3 else { return nil }
        return BackendRequest(
          String(head.words[0]), String(head.words[1]), authorization: head.authorization,
          body: Array(bytes[head.end..<head.end + head.length]))
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    return nil
  }

  private static func head(of bytes: [UInt8]) -> Head? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4, let start = (0...bytes.count - 4).first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
    var length = 0
    var authorization: String?
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      switch halves[0].lowercased() {
      case "content-length": length = Int(halves[1].filter { $0 != " " }) ?? 0
      case "authorization": authorization = String(halves[1].drop { $0 == " " })
      default: continue
      }
    }
    return Head(
      words: lines.first?.split(separator: " ") ?? [], authorization: authorization,
      length: min(max(length, 0), limit), end: start + 4)
  }
}
