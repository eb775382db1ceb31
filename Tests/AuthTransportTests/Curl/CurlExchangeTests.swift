#if canImport(Glibc)
  import AuthCore
  import FoundationEssentials
  import Testing

  @testable import AuthTransport

  @Suite(.enabled(if: Installed.libcurl, Installed.reason)) struct CurlExchangeTests {
    @Test func sendsABodyAndReadsTheAnswer() async throws {
      let server = try LoopbackServer { request in
        [.answer(201, ["X-One": "1", "x-two": "  two  "], Array("got ".utf8) + request.body)]
      }
      defer { server.stop() }
      let transport = try CurlTransport()
      let url = try #require(URL(string: server.origin + "/a/../b?q=1#fragment"))
      let response = try await transport.send(
        TransportRequest("POST", url, headers: ["X-Empty": "", "X-Stamp": "s"], body: Array("hello".utf8)))

      #expect(response.status == 201)
      #expect(response.text == "got hello")
      #expect(response.headers["x-one"] == "1")
      #expect(response.headers["X-Two"] == "two")
      let request = try #require(server.requests.first)
      #expect(request.method == "POST")
      #expect(request.target == "/a/../b?q=1", "the path goes out as it was signed, the fragment does not")
      #expect(request.headers["X-Stamp"] == "s")
      #expect(request.headers["X-Empty"] == "")
      #expect(request.headers["User-Agent"] == TransportOptions.defaultUserAgent)
      #expect(request.headers["Expect"] == nil)
      #expect(request.headers["Content-Type"] == nil)
    }
  }
#endif
