#if canImport(Glibc)
  import AuthCore
  import Glibc

  /// Reads requests from a connection, one after the other.
  struct RequestReader {
    struct Head {
      let method: String
      let target: String
      let headers: HTTPHeaders
    }

    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next request; nil if the client has closed the connection or begins a TLS handshake.
    mutating func next() -> (head: Head, body: [UInt8])? {
      while true {
        if let end = headEnd() {
          guard let head = Self.parse(String(decoding: buffer[..<end], as: UTF8.self)) else { return nil }
          buffer.removeFirst(end + 4)
          let length = head.headers["Content-Length"].flatMap { Int($0) } ?? 0
          while buffer.count < length { guard receive() else { return nil } }
          let body = Array(buffer[..<length])
          buffer.removeFirst(length)
          return (head, body)
        }
        // 22 begins a TLS handshake, which this server does not support.
        guard receive(), buffer.first != 22 else { return nil }
      }
    }

    private func headEnd() -> Int? {
      guard buffer.count >= 4 else { return nil }
      return (0...buffer.count - 4).first { buffer[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
    }

    private mutating func receive() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return false }
      buffer += chunk[..<count]
      return true
    }

    private static func parse(_ text: String) -> Head? {
      let lines = text.split(separator: "\r\n")
      guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
      var headers = HTTPHeaders()
      for line in lines.dropFirst() {
        let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        headers.add(String(halves[0]), halves.count > 1 ? String(halves[1].drop { $0 == " " }) : "")
      }
      return Head(method: String(words[0]), target: String(words[1]), headers: headers)
    }
  }
#endif
