import AuthCore
import Testing

@testable import BackendServer

/// Heads that are accepted, and heads that are refused because they are ambiguous or too large.
struct RequestHeadTests {
  private func check(_ headers: HTTPHeaders, target: String = "/") -> Result<RequestHead, RequestRefusal> {
    Result { () throws(RequestRefusal) in try RequestHead(target: target, headers: headers) }
  }

  @Test func readsTheLength() throws {
    #expect(try check(["Host": "h", "X": "ä:"]).get().length == nil)
    #expect(try check(["content-LENGTH": "12"]).get().length == 12)
    #expect(try check(["Content-Length": "0"]).get().length == 0)
    #expect(try check(["Transfer-Encoding": "Chunked"]).get().length == nil)
  }

  @Test func refusesAmbiguousHeads() {
    let cases: [(headers: HTTPHeaders, refusal: RequestRefusal)] = [
      (["Content-Length ": "5"], .malformed), (["A B": "x"], .malformed), (["": "x"], .malformed),
      (["Xfolded: z": "y"], .malformed), (["X": "y\rContent-Length: 5"], .malformed), (["X": "y\nz"], .malformed),
      (["Ä": "x"], .malformed), (["Content-Length": "+5"], .malformed), (["Content-Length": "-1"], .malformed),
      (["Content-Length": "5, 5"], .malformed), (["Content-Length": "0x5"], .malformed),
      (["Content-Length": ""], .malformed), (["Content-Length": "５"], .malformed),
      (["Content-Length": "5.0"], .malformed), (["Content-Length": "5", "content-length": "5"], .malformed),
      (["Content-Length": "5", "Content-Length": "2"], .malformed),
      (["Content-Length": "99999999999999999999"], .bodyTooLarge),
      (["Transfer-Encoding": "identity"], .transferCoding), (["Transfer-Encoding": "gzip, chunked"], .transferCoding),
      (["Transfer-Encoding": "chunked", "transfer-encoding": "chunked"], .transferCoding),
      (["Transfer-Encoding": ""], .transferCoding),
      (["Content-Length": "5", "Transfer-Encoding": "chunked"], .malformed),
      (["Transfer-Encoding": "chunked", "Content-Length": "5"], .malformed),
      (["Authorization": "Bearer a", "authorization": "Bearer b"], .malformed),
    ]
    for (headers, refusal) in cases { #expect(check(headers) == .failure(refusal), "\(headers.list)") }
  }

  @Test func limitsTheSize() {
    let room = (16 << 10) - "/".utf8.count - "X".utf8.count - 4
    let value = String(repeating: "x", count: room)
    #expect(check(["X": value]) == check([:]))
    #expect(check(["X": value + "x"]) == .failure(.headTooLarge))
    #expect(check(["X": value], target: "/a") == .failure(.headTooLarge))
    #expect(check(HTTPHeaders((0..<4000).map { _ in (name: "a", value: "") })) == .failure(.headTooLarge))
  }
}
