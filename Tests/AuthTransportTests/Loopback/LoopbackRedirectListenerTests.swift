#if canImport(Glibc)
  import AuthCore
  import AuthTesting
  import AuthTransport
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A redirect listener, and clients with plain sockets.
  @Suite struct LoopbackRedirectListenerTests {
    private func request(_ target: String, _ listener: LoopbackRedirectListener) -> String {
      "GET \(target) HTTP/1.1\r\nHost: \(authority(listener))\r\n\r\n"
    }

    private func authority(_ listener: LoopbackRedirectListener) -> String {
      String(listener.url.absoluteString.dropFirst("http://".count).prefix { $0 != "/" })
    }

    /// The hosts at which this machine can listen: not every machine has IPv6.
    private static let hosts = LoopbackRedirectListener.Host.allCases.filter { host in
      host == .ipv4 || (try? LoopbackRedirectListener(host: host)) != nil
    }

    @Test(arguments: hosts)
    func returnsTheCallbackAndShowsAPage(host: LoopbackRedirectListener.Host) async throws {
      let listener = try LoopbackRedirectListener(host: host)
      #expect(listener.url.absoluteString.hasPrefix("http://\(host.rawValue):"))
      async let callback = listener.callback()
      let answer = try await RawClient(listener.url).exchange(request("/callback?code=a%20b&state=c", listener))
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("go back to the app"))
      #expect(answer.contains("Referrer-Policy: no-referrer"))
      #expect(answer.contains("Content-Security-Policy: default-src 'none'"))
      #expect(!answer.contains("a%20b"))
      // The page loads nothing and leads nowhere, so that the code in its address stays here.
      for text in ["http:", "https:", "href", "src=", "Location:"] { #expect(!answer.contains(text), "\(text)") }
      #expect(try await callback.absoluteString == "\(listener.url)?code=a%20b&state=c")
    }

    @Test func stopsListeningAfterTheCallback() async throws {
      let listener = try LoopbackRedirectListener()
      async let callback = listener.callback()
      _ = try await RawClient(listener.url).exchange(request("/callback?code=a", listener))
      _ = try await callback
      #expect(throws: RawClient.Refused.self) { try RawClient(listener.url) }
      await #expect(throws: AuthError(.invalidState, "")) { try await listener.callback() }
    }

    @Test func ignoresStrayRequests() async throws {
      let listener = try LoopbackRedirectListener()
      async let callback = listener.callback()
      let strays: [(String, String)] = [
        (request("/favicon.ico", listener), "404"), ("\u{16}\u{3}\u{1}garbage\r\n\r\n", "400"),
        (request("/callback", listener), "400"),
        ("POST /callback?code=evil HTTP/1.1\r\nHost: \(authority(listener))\r\n\r\n", "405"),
        ("GET /callback?code=evil HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"),
        (String(repeating: "a", count: 40_000), "431"),
      ]
      for (text, status) in strays {
        let answer = try await RawClient(listener.url).exchange(text)
        // If a client sends more than the listener reads, a reset of the connection may discard the response.
        #expect(answer.hasPrefix("HTTP/1.1 \(status)") || (status == "431" && answer.isEmpty), "\(text.prefix(40))")
      }
      _ = try await RawClient(listener.url).exchange(request("/callback?code=good", listener))
      #expect(try await callback.absoluteString.hasSuffix("?code=good"))
    }

    /// The state comes from the page's URL; requests with another one do not end the wait.
    @Test func waitsForTheStateOfItsPage() async throws {
      let listener = try LoopbackRedirectListener()
      let page = try #require(URL(string: "https://id.example/authorize?client_id=a&state=right%20one#x"))
      async let callback = listener.callback(of: page)
      for query in ["code=evil", "code=evil&state=wrong"] {
        let answer = try await RawClient(listener.url).exchange(request("/callback?\(query)", listener))
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
      }
      let image =
        "GET /callback?code=evil&state=right%20one HTTP/1.1\r\nHost: \(authority(listener))\r\n"
        + "Sec-Fetch-Mode: no-cors\r\n\r\n"
      #expect(try await RawClient(listener.url).exchange(image).hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      _ = try await RawClient(listener.url).exchange(request("/callback?code=good&state=right+one", listener))
      #expect(try await callback.absoluteString.hasSuffix("?code=good&state=right+one"))
    }

    /// The page of a pushed request (RFC 9126 §4) has no state in its URL, so the prompt's is used.
    @Test func waitsForTheStateOfAPushedRequest() async throws {
      let listener = try LoopbackRedirectListener()
      let page = try #require(URL(string: "https://id.example/authorize?client_id=a&request_uri=urn:1"))
      async let callback = listener.callback(of: RedirectPrompt(url: page, callbackState: "right"))
      let answer = try await RawClient(listener.url).exchange(request("/callback?code=evil&state=wrong", listener))
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      _ = try await RawClient(listener.url).exchange(request("/callback?code=good&state=right", listener))
      #expect(try await callback.absoluteString.hasSuffix("?code=good&state=right"))
    }

    @Test func slowClientsDoNotDelayOthers() async throws {
      let listener = try LoopbackRedirectListener()
      async let callback = listener.callback()
      var slow: [RawClient] = []
      for _ in 0..<12 {
        let client = try await RawClient.connect(listener.url)
        try client.send("GET /callback?code=slow")
        slow.append(client)
      }
      _ = try await RawClient.connect(listener.url).exchange(request("/callback?code=quick", listener))
      #expect(try await callback.absoluteString.hasSuffix("?code=quick"))
      for client in slow { client.close() }
    }

    @Test func timeoutEndsTheWait() async throws {
      let clock = ManualClock()
      let listener = try LoopbackRedirectListener(clock: clock)
      let waiting = Task { try await listener.callback(timeout: .seconds(60)) }
      await clock.waitForSleepers()
      clock.advance(by: .seconds(61))
      await #expect(throws: AuthError(.timeout, "")) { try await waiting.value }
      #expect(throws: RawClient.Refused.self) { try RawClient(listener.url) }
    }

    @Test func cancellationEndsTheWait() async throws {
      let listener = try LoopbackRedirectListener()
      let waiting = Task { try await listener.callback() }
      waiting.cancel()
      await #expect(throws: AuthError(.cancelled, "")) { try await waiting.value }
      #expect(throws: RawClient.Refused.self) { try RawClient(listener.url) }
    }

    @Test func closeEndsTheWait() async throws {
      let listener = try LoopbackRedirectListener()
      let waiting = Task { try await listener.callback() }
      listener.close()
      await #expect(throws: AuthError.self) { try await waiting.value }
    }

    @Test func reportsAPortInUse() throws {
      let first = try LoopbackRedirectListener()
      let port = try #require(first.url.port)
      #expect(throws: AuthError(.invalidRequest, "")) { try LoopbackRedirectListener(port: port) }
      first.close()
      _ = try LoopbackRedirectListener(port: port)
    }

    @Test func checksPaths() {
      for path in ["", "callback", "/a?b", "/a#b", "/a b", "/\u{e9}", "/a\r\n"] {
        #expect(throws: AuthError(.invalidRequest, "")) { try LoopbackRedirectListener(path: path) }
      }
    }
  }
#endif
