#if canImport(Glibc)
  import AuthCore
  import FoundationEssentials
  import Testing

  @testable import AuthTransport

  @Suite(.enabled(if: Installed.libcurl, Installed.reason), .timeLimit(.minutes(5)))
  struct CurlFailureTests {
    private func result(
      _ script: @escaping LoopbackServer.Script, limit: Int? = nil, timeout: Duration = .seconds(10)
    ) async throws -> Result<TransportResponse, AuthError> {
      let server = try LoopbackServer(script)
      defer { server.stop() }
      let request = TransportRequest(
        "GET", try #require(URL(string: server.origin + "/p?secret=1")), timeout: timeout, responseSizeLimit: limit)
      let transport = try CurlTransport()
      return await Result.capturing { try await transport.send(request) }
    }

    private func code(_ result: Result<TransportResponse, AuthError>) -> AuthError.Code? {
      if case .failure(let error) = result { error.code } else { nil }
    }

    @Test func distinguishesBrokenResponses() async throws {
      let filler = String(repeating: "x", count: 50_000)
      let table: [(steps: [LoopbackServer.Step], code: AuthError.Code)] = [
        ([.close], .network),
        ([.raw("HTTP/1.1 200 OK\r\nContent-Le"), .close], .network),
        ([.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"), .close], .network),
        ([.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"), .close], .network),
        ([.raw("SSH-2.0-OpenSSH\r\n"), .close], .malformedResponse),
        ([.raw("HTTP/1.1 200 OK\r\nContent-Length: lots\r\n\r\n"), .close], .malformedResponse),
        ([.raw("HTTP/1.1 200 OK\r\n" + (1...4).map { "X-\($0): \(filler)\r\n" }.joined()), .close], .responseTooLarge),
      ]
      for (index, row) in table.enumerated() {
        let ended = try await result({ _ in row.steps })
        #expect(code(ended) == row.code, "row \(index): \(ended)")
      }
    }

    @Test func unreachableServerIsANetworkFailure() async throws {
      let server = try LoopbackServer()
      server.stop()
      let gone = await eventually { server.isClosed }
      #expect(gone)
      let url = try #require(URL(string: server.origin + "/p?secret=1"))
      do {
        _ = try await CurlTransport().send(TransportRequest("GET", url))
        Issue.record("a response without a server")
      } catch {
        #expect(error.code == .network)
        #expect(!"\(error) \(error.underlying ?? "")".contains("secret"))
      }
    }

    @Test func aRefusedConnectionNamesTheHostAndWhatToCheck() async throws {
      let server = try LoopbackServer()
      server.stop()
      #expect(await eventually { server.isClosed })
      let url = try #require(URL(string: server.origin + "/"))
      let transport = try CurlTransport()
      let refused = await Result<TransportResponse, AuthError>.capturing {
        try await transport.send(TransportRequest("GET", url))
      }
      guard case .failure(let error) = refused else { throw AuthError(.internalError, "a closed port answered") }
      for part in [server.origin, "refused", "Check that the server runs", "port", "firewall"] {
        #expect(error.message.contains(part), "\(error.message)")
      }
      // The codes are CURLE_COULDNT_RESOLVE_HOST and CURLE_COULDNT_RESOLVE_PROXY.
      let far = try #require(Origin("https://api.example.com"))
      let texts = [6, 5].map { CurlFailure.error(code: $0, origin: far, detail: "").message }
      #expect(texts[0].contains("https://api.example.com") && texts[0].contains("DNS"))
      #expect(texts[1].contains("transport.proxy"))
    }

    @Test func limitsTheSizeToTheByte() async throws {
      let page = [UInt8](repeating: 0x61, count: 1000)
      let whole = try await result({ _ in [.answer(200, [:], page)] }, limit: 1000).get()
      #expect(whole.body == page)
      #expect(code(try await result({ _ in [.answer(200, [:], page)] }, limit: 999)) == .responseTooLarge)
      let endless: [LoopbackServer.Step] =
        [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
        + Array(repeating: .raw("4\r\naaaa\r\n"), count: 1000) + [.awaitClose]
      #expect(code(try await result({ _ in endless }, limit: 2000)) == .responseTooLarge)
    }

    @Test func saysWhetherTheHeadOrTheBodyIsTooLarge() async throws {
      let field = "X: " + String(repeating: "x", count: 50_000) + "\r\n"
      let head: [LoopbackServer.Step] = [
        .raw("HTTP/1.1 200 OK\r\n" + String(repeating: field, count: 4)), .close,
      ]
      let body: [LoopbackServer.Step] = [.answer(200, [:], [UInt8](repeating: 0x61, count: 20))]
      for (steps, limit) in [(head, "larger than 131072 bytes"), (body, "larger than 10 bytes")] {
        guard case .failure(let error) = try await result({ _ in steps }, limit: 10) else {
          Issue.record("no failure")
          continue
        }
        #expect(error.message.contains(limit))
        #expect(error.message.contains("responseSizeLimit") == (limit == "larger than 10 bytes"))
      }
    }

    @Test func timeIsLimited() async throws {
      #expect(code(try await result({ _ in [.awaitClose] }, timeout: .milliseconds(150))) == .timeout)
      let dripping: [LoopbackServer.Step] =
        [.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")]
        + Array(repeating: [.raw("a"), .pause(milliseconds: 20)], count: 1000).flatMap { $0 }
      #expect(code(try await result({ _ in dripping }, timeout: .milliseconds(150))) == .timeout)
    }

    @Test func neverRepeatsARequestByItself() async throws {
      // If a persistent connection closes without a response, libcurl would repeat any request, even a POST.
      for method in ["POST", "GET", "DELETE"] {
        let server = try LoopbackServer { $0.number == 2 ? [.close] : [.answer(200)] }
        defer { server.stop() }
        let transport = try CurlTransport()
        let url = try #require(URL(string: server.origin + "/"))
        let body = method == "POST" ? Array("refresh".utf8) : nil
        let request = TransportRequest(method, url, body: body, retry: .never)
        #expect(try await transport.send(request).status == 200)
        await #expect(throws: AuthError(.network, "")) { try await transport.send(request) }
        #expect(server.requests.count == 2)
        #expect(server.requests.last?.connection == 1, "the second request used the same connection")
        #expect(try await transport.send(request).status == 200)
        #expect(server.requests.count == 3)
      }
    }
  }

  @Suite struct CurlAbsenceTests {
    @Test func namesThePackageOfAMissingLibrary() async throws {
      let transport = try CurlTransport(options: TransportOptions(), library: "libcurl-absent.so.9")
      let request = TransportRequest("GET", try #require(URL(string: "http://127.0.0.1:9/")))
      for _ in 0..<2 {
        do {
          _ = try await transport.send(request)
          Issue.record("a response without a library")
        } catch {
          #expect(error.code == .invalidConfiguration)
          #expect(error.message.contains("libcurl-absent.so.9"))
          #expect(error.message.contains("apt install libcurl4"))
        }
      }
    }
  }
#endif
