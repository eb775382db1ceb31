#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads requests off a connection, one after the other.
struct RequestReader {
  private struct Head {
    let words: [Substring]
    let authorization: String?
    let keepsConnection: Bool
    /// Of the body.
    let length: Int
  }

  /// Head and body together.
  private static let limit = 1 << 20
  private let connection: Int32
  /// What was read and belongs to no request that was given out.
  private var bytes: [UInt8] = []
  /// Whether the request that was given out last leaves the connection open.
  private(set) var keepsConnection = false

  init(_ connection: Int32) { self.connection = connection }

  /// The next request; nil at the end, and for what is none or larger than a megabyte.
  mutating func next() -> BackendRequest? {
    var searched = 0
    while bytes.count <= Self.limit {
      if let end = Self.endOfHead(in: bytes, from: searched) {
        guard let head = Self.head(of: bytes[..<end]), end + head.length <= Self.limit else { return nil }
        while bytes.count < end + head.length { guard receive() else { return nil } }
        let request = BackendRequest(
          String(head.words[0]), String(head.words[1]), authorization: head.authorization,
          body: Array(bytes[end..<end + head.length]))
        bytes.removeFirst(end + head.length)
        keepsConnection = head.keepsConnection
        return request
      }
      searched = max(bytes.count - 3, 0)
      guard receive() else { return nil }
    }
    return nil
  }

  private mutating func receive() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = recv(connection, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      return true
    }
  }

  /// Where the body begins: behind an empty line.
  private static func endOfHead(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 3 < bytes.count {
      if bytes[index + 3] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 1] == 0x0A, bytes[index] == 0x0D {
        return index + 4
      }
      index += 1
    }
    return nil
  }

  /// nil for what is no head: three words, and a length that is one number (RFC 9112 §6.3). A body in chunks is none
  /// of what an example needs, and reading past it would take a body for a request.
  private static func head(of bytes: ArraySlice<UInt8>) -> Head? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    var length: Int?
    var authorization: String?
    var keepsConnection = words[2] != "HTTP/1.0"
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      let value = String(halves[1].drop { $0 == " " || $0 == "\t" })
      switch halves[0].lowercased() {
      case "content-length":
        guard length == nil, let number = Int(value), number >= 0 else { return nil }
        length = number
      case "transfer-encoding": return nil
      case "authorization": authorization = value
      case "connection": if value.lowercased() == "close" { keepsConnection = false }
      default: continue
      }
    }
    return Head(words: words, authorization: authorization, keepsConnection: keepsConnection, length: length ?? 0)
  }
}
