import AuthCore

/// The checks of a request's head that libmicrohttpd does not make.
///
/// An ambiguous head is refused, so that one client's body cannot be read as another client's request.
struct RequestHead: Sendable, Equatable {
  /// The length of the body as declared, in bytes; nil for a body in chunks and for a request without a body.
  let length: Int?

  /// Checks a head.
  ///
  /// - Throws: `headTooLarge`; `transferCoding`; `malformed` for a field whose name is not a token or whose value has a
  ///   line break (RFC 9110 §5.1, §5.5), for a second length or a length beside a transfer coding (RFC 9112 §6.3), and
  ///   for a second `Authorization`; `bodyTooLarge` if the length is larger than `Int.max`.
  init(target: String, headers: HTTPHeaders) throws(RequestRefusal) {
    // Each field line has a colon, a space and a line break.
    let size = headers.fields.reduce(target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard size <= ServerLimits.head else { throw .headTooLarge }
    guard headers.areValid else { throw .malformed }
    let lengths = headers.values(of: "Content-Length")
    let codings = headers.values(of: "Transfer-Encoding")
    guard lengths.count + min(codings.count, 1) <= 1, headers.values(of: "Authorization").count <= 1 else {
      throw .malformed
    }
    guard codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"] else { throw .transferCoding }
    guard let text = lengths.first else {
      length = nil
      return
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
    guard let number = Int(text) else { throw .bodyTooLarge }
    length = number
  }
}
