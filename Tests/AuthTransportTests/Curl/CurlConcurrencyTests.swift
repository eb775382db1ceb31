#if canImport(Glibc)
  import AuthCore
  import FoundationEssentials
  import Testing

  @testable import AuthTransport

  @Suite(.enabled(if: Installed.libcurl, Installed.reason), .timeLimit(.minutes(5)))
  struct CurlConcurrencyTests {
    private func get(
      _ server: LoopbackServer, _ path: String = "/", timeout: Duration? = nil
    ) throws -> TransportRequest {
      TransportRequest("GET", try #require(URL(string: server.origin + path)), timeout: timeout)
    }

    @Test func connectionServesRequestsInSequence() async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      let transport = try CurlTransport()
      for _ in 0..<50 { _ = try await transport.send(get(server)) }
      #expect(server.requests.count == 50)
      #expect(server.connections == 1)
    }

    @Test func twoHundredRequestsShareTheConnectionsAllowed() async throws {
      let server = try LoopbackServer { request in
        [.pause(milliseconds: 2), .answer(200, [:], Array(request.target.utf8))]
      }
      defer { server.stop() }
      let transport = try CurlTransport(options: TransportOptions(transfersPerOrigin: 8))
      let requests = try (0..<200).map { ($0, try get(server, "/\($0)")) }
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for (number, request) in requests {
          group.addTask { try await transport.send(request).text == "/\(number)" }
        }
        for try await isOwnAnswer in group { #expect(isOwnAnswer) }
      }
      #expect(server.requests.count == 200)
      #expect(server.connections <= 8)
    }

    @Test func cancelledRequestEndsAtOnceAndClosesItsConnection() async throws {
      let server = try LoopbackServer { _ in [.awaitClose] }
      defer { server.stop() }
      let transport = try CurlTransport()
      let request = try get(server)
      let task = Task { try await transport.send(request) }
      let arrived = await eventually { server.requests.count == 1 }
      #expect(arrived)
      task.cancel()
      // The server never responds. Only a cancellation has this error; a timeout has another code.
      await #expect(throws: AuthError(.cancelled, "")) { try await task.value }
      let closed = await eventually { server.closures.count == 1 }
      #expect(closed)
    }

    /// A child process that starts meanwhile, for example of a token provider, inherits no connection of the transport.
    @Test func childrenInheritNoConnection() async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      let child: ChildProcess
      do {
        let transport = try CurlTransport()
        _ = try await transport.send(get(server))
        child = try ChildProcess("echo started; exec sleep 60")
      }
      defer { child.end() }
      #expect(child.line() == "started")
      let closed = await eventually(within: .seconds(5)) { server.closures.count == 1 }
      #expect(closed)
    }

    @Test func cancelledTaskSendsNothing() async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      let transport = try CurlTransport()
      let request = try get(server)
      _ = try await transport.send(request)
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await transport.send(request)
      }
      task.cancel()
      await #expect(throws: AuthError(.cancelled, "")) { try await task.value }
      #expect(server.requests.count == 1)
    }

    @Test func queuedRequestCanBeCancelledAndTimesOut() async throws {
      let server = try LoopbackServer { _ in [.awaitClose] }
      defer { server.stop() }
      let transport = try CurlTransport(options: TransportOptions(transfersPerOrigin: 1))
      let long = try get(server)
      let first = Task { try await transport.send(long) }
      let arrived = await eventually { server.requests.count == 1 }
      #expect(arrived)

      let second = Task { try await transport.send(long) }
      let brief = try get(server, timeout: .milliseconds(100))
      await #expect(throws: AuthError(.timeout, "")) { try await transport.send(brief) }
      second.cancel()
      await #expect(throws: AuthError(.cancelled, "")) { try await second.value }
      first.cancel()
      await #expect(throws: AuthError(.cancelled, "")) { try await first.value }
      #expect(server.requests.count == 1)
    }

    @Test func randomCancellationsLeaveNoRequestWaiting() async throws {
      let server = try LoopbackServer { _ in [.pause(milliseconds: 1), .answer(200)] }
      defer { server.stop() }
      let transport = try CurlTransport(options: TransportOptions(transfersPerOrigin: 4))
      let request = try get(server)
      let tasks = (0..<300).map { _ in Task { try await transport.send(request).status } }
      for (index, task) in tasks.enumerated() where index.isMultiple(of: 3) {
        if index.isMultiple(of: 2) { await Task.yield() }
        task.cancel()
      }
      var answered = 0
      for task in tasks {
        let ended = await Result.capturing { try await task.value }
        if ended == .success(200) { answered += 1 } else { #expect(ended == .failure(AuthError(.cancelled, ""))) }
      }
      #expect(answered >= 200)
    }

    @Test func releasedTransportClosesItsConnections() async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      do {
        let transport = try CurlTransport()
        _ = try await transport.send(get(server))
        #expect(server.closures.isEmpty)
      }
      let closed = await eventually { server.closures.count == 1 }
      #expect(closed)
    }
  }
#endif
