import AuthCore
import Testing

@testable import BackendServer

/// The server over loopback: what it accepts, and what it refuses.
@Suite(.timeLimit(.minutes(2)))
struct HTTPServerTests {
  private func answer(_ sent: String, from server: HTTPServer, cut: Int = .max) async throws -> String {
    let client = try LoopbackConnection(port: server.port)
    client.write(Array(sent.utf8).prefix(cut))
    client.endSending()
    return await client.everything()
  }

  @Test func answersPipelinedRequestsInOrder() async throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try LoopbackConnection(port: server.port)
    client.write(
      "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\noneGET /2?a=b HTTP/1.1\r\nHost: h\r\n\r\n"
        + "GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /4 HTTP/1.1\r\nHost: h\r\n\r\n")
    let answers = await client.everything().components(between: "{", and: "}")
    #expect(
      answers == [
        #""path":"/1","length":3,"body":"one""#, #""path":"/2","length":0,"body":"""#,
        #""path":"/3","length":0,"body":"""#,
      ])
  }

  @Test func keepsTheConnectionAsRequested() async throws {
    let server = try echoServer()
    defer { server.stop() }
    let cases: [(head: String, keeps: Bool)] = [
      ("GET / HTTP/1.1\r\nHost: h\r\n", true), ("GET / HTTP/1.0\r\n", false),
      ("GET / HTTP/1.1\r\nHost: h\r\nConnection: Close\r\n", false),
      ("GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\n", true),
    ]
    for (head, keeps) in cases {
      let answer = try await answer(head + "\r\nGET /again HTTP/1.1\r\nHost: h\r\n\r\n", from: server)
      #expect(answer.statuses.count == (keeps ? 2 : 1), "\(head): \(answer)")
      #expect(answer.contains("/again") == keeps, "\(head)")
    }
  }

  @Test func readsRequestsInPiecesAndInChunks() async throws {
    let server = try echoServer()
    defer { server.stop() }
    let requests = [
      "POST /1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody",
      "POST /1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "1\r\nb\r\n3;x=y\r\nody\r\n0\r\nTrailer: t\r\n\r\n",
    ]
    for request in requests {
      let bytes = Array(request.utf8)
      for cut in 1..<bytes.count {
        let client = try LoopbackConnection(port: server.port)
        client.write(bytes[..<cut])
        await Task.yield()
        client.write(bytes[cut...])
        let answer = await client.everything()
        #expect(answer.contains(#""length":4,"body":"body""#), "cut at \(cut): \(answer)")
      }
    }
  }

  @Test func aTruncatedRequestIsNotAnswered() async throws {
    let server = try echoServer()
    defer { server.stop() }
    let request = "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"
    for cut in 0..<request.utf8.count {
      #expect(try await answer(request, from: server, cut: cut) == "", "cut at \(cut)")
    }
    #expect(try await answer(request, from: server).statuses == ["200"])
  }

  /// Sends an invalid request and one that must not be read, and returns the response.
  private func refusal(of sent: String) async throws -> String {
    let server = try echoServer()
    defer { server.stop() }
    let answer = try await answer(sent + "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n", from: server)
    #expect(answer.lowercased().contains("\r\nconnection: close\r\n") && !answer.contains("smuggled"))
    // A client with a valid request is still served.
    #expect(try await self.answer("GET /good HTTP/1.0\r\n\r\n", from: server).contains("/good"))
    return answer
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length : 5\r\n\r\nhello", "400"),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\nhello", "400"),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501"),
    ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: identity\r\n\r\nhello", "501"),
    ("GET / HTTP/1.1\r\nHost: h\r\nX: y\rContent-Length: 5\r\n\r\nhello", "400"),
    ("GET / HTTP/1.1\r\nHost: h\r\nX: y\r\n folded: z\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9223372036854775807\r\n\r\n", "413"),
    ("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1048577\r\n\r\n", "413"),
    ("GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 17 << 10) + "\r\n\r\n", "431"),
  ])
  func refusesInvalidRequestsAndCloses(sent: String, status: String) async throws {
    let answer = try await refusal(of: sent)
    #expect(answer.statuses == [status], "\(answer)")
    #expect(answer.hasSuffix("}"), "the body is JSON")
  }

  /// Errors that libmicrohttpd finds. Its release 0.9.75 sends the head of some of these responses twice.
  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 40 << 10), "431"),
    ("GET /" + String(repeating: "x", count: 40 << 10) + " HTTP/1.1\r\nHost: h\r\n\r\n", "414"),
    ("GET / HTTP/1.1\r\n\r\n", "400"), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", "505"),
    ("GET / HTTP/1.1 x\r\nHost: h\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +5\r\n\r\nhello", "400"),
    ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\none\r\n0\r\n\r\n", "400"),
  ])
  func theLibraryRefusesInvalidRequests(sent: String, status: String) async throws {
    #expect(Set(try await refusal(of: sent).statuses) == [status])
  }

  @Test func limitsTheBody() async throws {
    let server = try echoServer()
    defer { server.stop() }
    func send(_ length: Int, isChunked: Bool, expects: Bool = false) async throws -> String {
      let client = try LoopbackConnection(port: server.port)
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(length)"
      client.write("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(framing)\r\n\r\n")
      var body = [UInt8](repeating: 7, count: length)
      if isChunked { body = Array("\(String(length, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8) }
      async let isSent = client.writeAll(body)
      let answer = await client.everything()
      #expect(await isSent, "\(length): a client that sends everything first must not lose the response")
      return answer
    }
    for isChunked in [false, true] {
      #expect(try await send(1 << 20, isChunked: isChunked).contains(#""length":1048576"#))
      #expect(try await send((1 << 20) + 1, isChunked: isChunked).statuses == ["413"])
      #expect(try await send(6 << 20, isChunked: isChunked).statuses == ["413"])
    }
    // A body without end is not read forever.
    let client = try LoopbackConnection(port: server.port)
    client.write("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n")
    #expect(await client.writeAll([UInt8](repeating: 7, count: 0xFFFFFF)) == false)
  }

  @Test func letsAClientAskBeforeItsBody() async throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try LoopbackConnection(port: server.port)
    client.write("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
    #expect(await client.text(until: "\r\n\r\n").statuses == ["100"])
    client.write("body")
    #expect(await client.everything().contains(#""body":"body""#))
  }
}
