import Testing

@testable import AuthTransport

/// The parser of a redirect listener, without a socket.
@Suite struct RedirectRequestTests {
  private static let host = "Host: 127.0.0.1:4000\r\n"

  private func reading(_ text: String) -> RedirectRequest.Reading {
    var request = RedirectRequest(path: "/callback", authority: "127.0.0.1:4000")
    return request.take(text.utf8)
  }

  @Test func acceptsTheCallback() {
    #expect(reading("GET /callback?code=a&state=b HTTP/1.1\r\n\(Self.host)\r\n") == .hit("/callback?code=a&state=b"))
    #expect(reading("GET /callback?x HTTP/1.0\r\nA: b\r\nhOST:127.0.0.1:4000 \r\n\r\n") == .hit("/callback?x"))
  }

  @Test func refusesOtherRequests() {
    let long = String(repeating: "a", count: 9000)
    let cases: [(String, RedirectRequest.Reading)] = [
      ("GET /favicon.ico HTTP/1.1\r\n\(Self.host)\r\n", .refused(404)),
      ("GET /callback/more?code=a HTTP/1.1\r\n\(Self.host)\r\n", .refused(404)),
      ("GET //callback?code=a HTTP/1.1\r\n\(Self.host)\r\n", .refused(404)),
      ("GET /callback HTTP/1.1\r\n\(Self.host)\r\n", .refused(400)),
      ("GET /callback? HTTP/1.1\r\n\(Self.host)\r\n", .refused(400)),
      ("POST /callback?code=a HTTP/1.1\r\n\(Self.host)\r\n", .refused(405)),
      ("HEAD /callback?code=a HTTP/1.1\r\n\(Self.host)\r\n", .refused(405)),
      ("GET /callback?code=a HTTP/2\r\n\(Self.host)\r\n", .refused(400)),
      ("GET  /callback?code=a HTTP/1.1\r\n\(Self.host)\r\n", .refused(400)),
      ("GET http://127.0.0.1:4000/callback?code=a HTTP/1.1\r\n\(Self.host)\r\n", .refused(404)),
      ("GET /callback?code=a HTTP/1.1\r\n\r\n", .refused(421)),
      ("GET /callback?code=a HTTP/1.1\r\nHost: evil.example:4000\r\n\r\n", .refused(421)),
      ("GET /callback?code=a HTTP/1.1\r\nHost: localhost:4000\r\n\r\n", .refused(421)),
      ("GET /callback?code=a HTTP/1.1\r\n\(Self.host)\(Self.host)\r\n", .refused(421)),
      ("GET /callback?code=\(long) HTTP/1.1\r\n\(Self.host)\r\n", .refused(414)),
      ("GET /callback?code=\u{e9} HTTP/1.1\r\n\(Self.host)\r\n", .refused(400)),
      ("\r\n\r\n", .refused(400)),
      (String(repeating: "a", count: 16_385), .refused(431)),
      ("GET /callback?code=a HTTP/1.1\r\n\(long)\(long): b\r\n\(Self.host)\r\n", .refused(431)),
      ("GET /callback?code=a HTTP/1.1\r\n\(Self.host)", .incomplete),
      ("", .incomplete),
    ]
    for (text, expected) in cases { #expect(reading(text) == expected, "\(text.prefix(60))") }
  }

  /// A page of another site, after DNS rebinding, gets no other answer than that the host is wrong.
  @Test func checksTheHostBeforeTheRest() {
    let long = String(repeating: "a", count: 9000)
    for line in [
      "GET /callback?code=\(long)", "POST /callback?code=a", "HEAD /callback?code=a", "GET /favicon.ico",
      "GET /callback",
    ] {
      #expect(reading("\(line) HTTP/1.1\r\nHost: evil.example:4000\r\n\r\n") == .refused(421), "\(line.prefix(30))")
    }
  }

  @Test func takesOnlyTheStateThatItWaitsFor() {
    func reading(_ query: String, state: String = "s&1") -> RedirectRequest.Reading {
      var request = RedirectRequest(path: "/callback", authority: "127.0.0.1:4000", state: state)
      return request.take("GET /callback?\(query) HTTP/1.1\r\n\(Self.host)\r\n".utf8)
    }
    #expect(reading("code=a&state=s%261") == .hit("/callback?code=a&state=s%261"))
    #expect(reading("state=s%261&error=access_denied") == .hit("/callback?state=s%261&error=access_denied"))
    for query in [
      "code=a", "code=a&state=", "state=s", "state=S%261", "state=s%261&state=x", "state=s%261&state=s%261",
    ] {
      #expect(reading(query) == .refused(400), "\(query)")
    }
    #expect(reading("state=%zz") == .refused(400))
  }

  /// Fetch Metadata: only a top-level navigation is the redirect of a sign-in.
  @Test func takesOnlyNavigations() {
    func reading(_ fields: String) -> RedirectRequest.Reading {
      self.reading("GET /callback?code=a HTTP/1.1\r\n\(Self.host)\(fields)\r\n")
    }
    let hit = RedirectRequest.Reading.hit("/callback?code=a")
    #expect(reading("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n") == hit)
    #expect(reading("sec-fetch-mode:navigate\r\n") == hit)
    for fields in [
      "Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n", "Sec-Fetch-Mode: cors\r\n",
      "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n", "Sec-Fetch-Dest: empty\r\n",
      "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Mode: cors\r\n",
    ] {
      #expect(reading(fields) == .refused(403), "\(fields)")
    }
  }

  @Test func readsBytesOneByOne() {
    var request = RedirectRequest(path: "/callback", authority: "127.0.0.1:4000")
    let bytes = Array("GET /callback?code=a HTTP/1.1\r\n\(Self.host)\r\n".utf8)
    for byte in bytes.dropLast() { #expect(request.take([byte]) == .incomplete) }
    #expect(request.take([bytes[bytes.count - 1]]) == .hit("/callback?code=a"))
  }
}
