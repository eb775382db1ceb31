#if canImport(Glibc)
  import AuthCore
  import FoundationEssentials
  import Testing

  @testable import AuthTransport

  @Suite(.enabled(if: Installed.libcurl, Installed.reason), .timeLimit(.minutes(5)))
  struct CurlExchangeTests {
    @Test func sendsABodyAndReadsTheAnswer() async throws {
      let server = try LoopbackServer { request in
        [.answer(201, ["X-One": "1", "x-two": "  two  ", "Set-Cookie": "a"], Array("got ".utf8) + request.body)]
      }
      defer { server.stop() }
      let url = try #require(URL(string: server.origin + "/a/../b?q=1#fragment"))
      let response = try await CurlTransport().send(
        TransportRequest("POST", url, headers: ["X-Empty": "", "X-Stamp": "s"], body: Array("hello".utf8)))

      #expect(response.status == 201)
      #expect(response.text == "got hello")
      #expect(response.headers["x-one"] == "1")
      #expect(response.headers["X-Two"] == "two")
      let request = try #require(server.requests.first)
      #expect(request.method == "POST")
      #expect(request.target == "/a/../b?q=1", "the path is sent as it was signed, the fragment is not sent")
      #expect(request.headers["X-Stamp"] == "s")
      #expect(request.headers["X-Empty"] == "")
      #expect(request.headers["User-Agent"] == TransportOptions.defaultUserAgent)
      #expect(request.headers["Expect"] == nil)
      #expect(request.headers["Content-Type"] == nil)
    }

    @Test func sendsMethodsAndBodiesUnchanged() async throws {
      let server = try LoopbackServer { _ in [.answer(200, [:], Array("page".utf8))] }
      defer { server.stop() }
      let transport = try CurlTransport()
      let url = try #require(URL(string: server.origin + "/"))
      let binary = (0...255).map { UInt8($0) }
      let table: [(method: String, body: [UInt8]?, length: String?, answer: String)] = [
        ("GET", nil, nil, "page"), ("HEAD", nil, nil, ""), ("DELETE", nil, nil, "page"), ("POST", nil, "0", "page"),
        ("POST", [], "0", "page"), ("PUT", binary, "256", "page"), ("PATCH", [0], "1", "page"),
        ("DELETE", [1, 2], "2", "page"),
      ]
      for row in table {
        let response = try await transport.send(TransportRequest(row.method, url, body: row.body))
        #expect(response.text == row.answer)
        let request = try #require(server.requests.last)
        #expect(request.method == row.method)
        #expect(request.headers["Content-Length"] == row.length, "\(row)")
        #expect(request.body == row.body ?? [])
      }
      #expect(server.connections == 1)
    }

    @Test func ignoresInterimResponsesAndTrailers() async throws {
      let server = try LoopbackServer { _ in
        [
          .raw("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"),
          .raw("HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nTransfer-Encoding: chunked\r\n\r\n"),
          .raw("5\r\nhello\r\n"), .pause(milliseconds: 20), .raw("6\r\n world\r\n0\r\nX-Trailer: 1\r\n\r\n"),
        ]
      }
      defer { server.stop() }
      let response = try await CurlTransport().send(
        TransportRequest("GET", try #require(URL(string: server.origin + "/"))))
      #expect(response.text == "hello world")
      #expect(response.headers.values(of: "Set-Cookie") == ["a", "b"])
      #expect(response.headers["X-Early"] == nil)
      #expect(response.headers["X-Trailer"] == nil)
    }

    @Test func everyStatusIsAResponse() async throws {
      let server = try LoopbackServer { request in
        [.answer(Int(request.target.dropFirst()) ?? 0, ["Location": "/x"])]
      }
      defer { server.stop() }
      let transport = try CurlTransport()
      for status in [200, 204, 301, 302, 307, 400, 401, 404, 429, 500, 503] {
        let url = try #require(URL(string: server.origin + "/\(status)"))
        #expect(try await transport.send(TransportRequest("GET", url)).status == status)
      }
      #expect(server.requests.count == 11, "a redirect is followed only on request")
    }

    @Test func followsAllowedRedirectsWithoutCredentials() async throws {
      let second = try LoopbackServer { _ in [.answer(200, [:], Array("there".utf8))] }
      defer { second.stop() }
      let first = try LoopbackServer { [port = second.port] request in
        switch request.target {
        case "/1": [.answer(307, ["Location": "/2"])]
        case "/2": [.answer(303, ["Location": "/3"])]
        case "/3": [.answer(302, ["Location": "http://127.0.0.1:\(port)/end"])]
        default: [.answer(404)]
        }
      }
      defer { first.stop() }
      let transport = try CurlTransport()
      var request = TransportRequest(
        "POST", try #require(URL(string: first.origin + "/1")),
        headers: ["Authorization": "Bearer t", "X-Stamp": "s", "Accept": "text/plain"], body: Array("code".utf8),
        redirectLimit: 3)
      #expect(try await transport.send(request).text == "there")
      #expect(first.requests.map(\.method) == ["POST", "POST", "GET"])
      #expect(first.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["code", "code", ""])
      #expect(first.requests.allSatisfy { $0.headers["Authorization"] == "Bearer t" })
      let last = try #require(second.requests.first)
      #expect(last.headers["Authorization"] == nil && last.headers["X-Stamp"] == nil)
      #expect(last.headers["Accept"] == "text/plain")

      request.redirectLimit = 1
      #expect(try await transport.send(request).status == 303)
      #expect(second.requests.count == 1)
    }

    @Test func refusesUnsafeRequestsBeforeSending() async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      let transport = try CurlTransport()
      let url = try #require(URL(string: server.origin + "/"))
      let far = try #require(URL(string: "http://192.0.2.1/"))
      for request in [
        TransportRequest("GET", url, headers: ["X-A": "a\r\nX-B: b"]), TransportRequest("GET", far),
        TransportRequest("GET / HTTP/1.1\r\nX: ", url),
      ] {
        await #expect(throws: AuthError(.invalidRequest, "")) { try await transport.send(request) }
      }
      #expect(server.connections == 0)
    }

    @Test func usesTheProxyExceptForLoopback() async throws {
      let proxy = try LoopbackServer { _ in [.answer(502), .close] }
      defer { proxy.stop() }
      let server = try LoopbackServer()
      defer { server.stop() }
      let transport = try CurlTransport(options: TransportOptions(proxy: proxy.origin))
      let near = try #require(URL(string: server.origin + "/"))
      #expect(try await transport.send(TransportRequest("GET", near)).status == 200)
      let far = try #require(URL(string: "https://api.example.com/"))
      await #expect(throws: AuthError(.network, "")) { try await transport.send(TransportRequest("GET", far)) }
      #expect(proxy.requests.map(\.target) == ["api.example.com:443"])
    }
  }
#endif
