import Testing

@testable import BackendServer

/// Heads that are read, and heads that are refused because they are ambiguous.
struct RequestHeadTests {
  private func head(_ text: String) throws(RequestRefusal) -> RequestHead { try RequestHead(Array(text.utf8)[...]) }

  private func refusal(_ text: String) -> RequestRefusal? {
    do throws(RequestRefusal) {
      _ = try head(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsMethodTargetAndFields() throws {
    let read = try head(
      "POST /a?b=c HTTP/1.1\r\nHost: h\r\naUTHORIZATION:\t Bearer t \t\r\nContent-Length: 12 \r\nX: \u{1}ä:\r\n\r\n")
    #expect(read.method == "POST" && read.target == "/a?b=c" && read.authorization == "Bearer t")
    #expect(read.length == 12 && read.keepsConnection)
    #expect(try head("\r\nGET / HTTP/1.1\r\n\r\n").length == 0)
  }

  @Test func keepsTheConnectionAsRequested() throws {
    let cases: [(head: String, keeps: Bool)] = [
      ("GET / HTTP/1.1\r\n", true), ("GET / HTTP/1.0\r\n", false),
      ("GET / HTTP/1.1\r\nConnection: Close\r\n", false), ("GET / HTTP/1.1\r\nConnection: TE,\tclose\r\n", false),
      ("GET / HTTP/1.1\r\nConnection: keep-alive\r\n", true), ("GET / HTTP/1.1\r\nConnection: closed\r\n", true),
      ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n", false),
    ]
    for (text, keeps) in cases { #expect(try head(text).keepsConnection == keeps, "\(text)") }
  }

  @Test func refusesInvalidHeads() {
    let start = "POST / HTTP/1.1\r\n"
    let cases = [
      "", "\r\n\r\n", "GET\r\n", "GET /\r\n", "GET / HTTP/1.1 x\r\n", "GET  / HTTP/1.1\r\n", " GET / HTTP/1.1\r\n",
      "GET / HTTP/2.0\r\n", "GET / http/1.1\r\n", "GET / HTTP/1.1.\r\n", "GET / HTTP/1.1", "GET / HTTP/1.1\n",
      "GET / HTTP/1.1\r\r\n", "GET /\0 HTTP/1.1\r\n", start + "Host\r\n", start + ": x\r\n", start + "A B: x\r\n",
      start + "Content-Length : 5\r\n", start + "X: y\r\n folded: z\r\n", start + "X: y\nContent-Length: 5\r\n",
      start + "X: y\rContent-Length: 5\r\n", start + "X: \0\r\n", start + "Ä: x\r\n",
      start + "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n",
    ]
    for text in cases { #expect(refusal(text) == .malformed, "\(text.debugDescription)") }
  }

  @Test func refusesAmbiguousLengths() {
    let cases: [(fields: String, refusal: RequestRefusal)] = [
      ("Content-Length: +5", .malformed), ("Content-Length: -1", .malformed), ("Content-Length: 5, 5", .malformed),
      ("Content-Length: 0x5", .malformed), ("Content-Length: ", .malformed), ("Content-Length: ５", .malformed),
      ("Content-Length: 5\r\nContent-Length: 5", .malformed), ("Content-Length: 5.0", .malformed),
      ("Content-Length: 99999999999999999999", .bodyTooLarge),
      ("Transfer-Encoding: chunked", .transferCoding), ("Transfer-Encoding: identity", .transferCoding),
      ("Content-Length: 5\r\nTransfer-Encoding: chunked", .transferCoding),
    ]
    for (fields, expected) in cases {
      #expect(refusal("POST / HTTP/1.1\r\n\(fields)\r\n") == expected, "\(fields)")
    }
  }
}
