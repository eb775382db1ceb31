/// The parts of a request's head that a backend needs (RFC 9112 §2 to §6).
///
/// An ambiguous head is refused, so that one client's body cannot be read as another client's request.
struct RequestHead: Sendable, Equatable {
  /// The method as the client sent it: `POST`.
  let method: String
  /// The path and the query.
  let target: String
  /// The field `Authorization`.
  let authorization: String?
  /// Whether the client may send further requests on this connection.
  let keepsConnection: Bool
  /// The length of the body, in bytes.
  let length: Int

  /// Reads a head; one empty line before it is ignored (RFC 9112 §2.2).
  init(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
    var lines = try Self.lines(of: bytes)[...]
    if lines.first?.isEmpty == true { lines.removeFirst() }
    let words = lines.popFirst()?.split(separator: 0x20, omittingEmptySubsequences: false) ?? []
    guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty else { throw .malformed }
    let version = Self.text(words[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .malformed }
    var length: Int?
    var authorization: String?
    var keepsConnection = version == "HTTP/1.1"
    for line in lines where !line.isEmpty {
      let (name, value) = try Self.field(line)
      switch name {
      case "content-length":
        // One number, of digits only: `+5`, `5, 5` and a second field are refused (RFC 9110 §8.6).
        guard length == nil, !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else {
          throw .malformed
        }
        guard let number = Int(Self.text(value)) else { throw .bodyTooLarge }
        length = number
      case "transfer-encoding": throw .transferCoding
      case "authorization":
        guard authorization == nil else { throw .malformed }
        authorization = Self.text(value)
      case "connection":
        let options = Self.text(value).lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        if options.contains("close") { keepsConnection = false }
      default: continue
      }
    }
    method = Self.text(words[0])
    target = Self.text(words[1])
    self.authorization = authorization
    self.keepsConnection = keepsConnection
    self.length = length ?? 0
  }

  /// Returns the lines without their ends. NUL is refused, and so is a bare CR or LF, at which another parser may end a
  /// line (RFC 9110 §5.5, RFC 9112 §2.2).
  private static func lines(of bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      switch bytes[index] {
      case 0x0D:
        guard index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A else { throw .malformed }
        lines.append(bytes[start..<index])
        index += 2
        start = index
      case 0x00, 0x0A: throw .malformed
      default: index += 1
      }
    }
    guard start == bytes.endIndex else { throw .malformed }
    return lines
  }

  /// Returns a field's name in lower case, and its value without surrounding white space.
  ///
  /// A space before the colon, and a folded line, are refused (RFC 9112 §5.1, §5.2).
  private static func field(
    _ line: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> (name: String, value: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw .malformed }
    var value = line[(colon + 1)...]
    while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    return (text(line[..<colon]).lowercased(), value)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
