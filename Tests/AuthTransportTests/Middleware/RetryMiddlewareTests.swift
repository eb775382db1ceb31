import AuthCore
import AuthTesting
import AuthTransport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RetryMiddlewareTests {
  private let clock = ManualClock(advancesItself: true)
  private let observer = RecordingObserver()

  private func stack(
    _ results: [Result<TransportResponse, AuthError>], policy: RetryPolicy = RetryPolicy(maximumAttempts: 4),
    quota: RetryQuota = RetryQuota()
  ) -> (transport: any HTTPTransport, sent: ScriptedTransport) {
    let rest = Locked(results)
    let scripted = ScriptedTransport { _ throws(AuthError) in
      try rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
    }
    let retry = RetryMiddleware(
      policy: policy, quota: quota, clock: clock, random: SeededRandomSource(seed: 7), observer: observer)
    return (scripted.wrapped(by: retry), scripted)
  }

  private func request(_ retry: RetryIntent) throws -> TransportRequest {
    TransportRequest("POST", try #require(URL(string: "https://a.example/p?secret=1")), retry: retry)
  }

  private let network = Result<TransportResponse, AuthError>.failure(AuthError(.network, "gone"))
  private let unavailable = Result<TransportResponse, AuthError>.success(TransportResponse(status: 503))
  private let good = Result<TransportResponse, AuthError>.success(TransportResponse(status: 200))

  @Test func repeatsUntilAResponse() async throws {
    let (transport, sent) = stack([network, unavailable, good])
    #expect(try await transport.send(request(.safe)).status == 200)
    #expect(sent.requests.count == 3)
    #expect(clock.sleeps.count == 2)
    #expect(clock.sleeps[0] < .milliseconds(200) && clock.sleeps[1] < .milliseconds(400))
  }

  @Test func doesNotRepeatARenewalAfterItsLease() async throws {
    for (lease, count) in [(Duration.seconds(20), 3), (.milliseconds(1), 1)] {
      let (transport, sent) = stack([network, unavailable, good])
      let ended = await RenewalLease.$current.withValue(RenewalLease(lease, clock: clock)) {
        await Result.capturing { try await transport.send(request(.safe)).status }
      }
      #expect(sent.requests.count == count)
      #expect(ended == (count == 3 ? .success(200) : .failure(AuthError(.network, "gone"))))
    }
  }

  @Test func neverRepeatsANonRepeatableRequest() async throws {
    for result in [network, unavailable, .failure(AuthError(.timeout, "slow"))] {
      let (transport, sent) = stack([result, good])
      let ended = await Result.capturing { try await transport.send(request(.never)).status }
      #expect(sent.requests.count == 1)
      #expect(ended != .success(200))
    }
    #expect(clock.sleeps.isEmpty)
  }

  @Test func returnsTheResultOfTheLastAttempt() async throws {
    let (failing, sent) = stack([network])
    await #expect(throws: AuthError(.network, "")) { try await failing.send(request(.idempotent("k"))) }
    #expect(sent.requests.count == 4)
    let (refusing, _) = stack([unavailable])
    #expect(try await refusing.send(request(.safe)).status == 503)
  }

  @Test func waitsAsTheServerRequests() async throws {
    let date = HTTPDate.encode(clock.now().addingTimeInterval(9))
    for (value, seconds) in [("3", 3.0), (date, 9.0)] {
      let before = clock.sleeps.count
      let asked = TransportResponse(status: 429, headers: ["Retry-After": value])
      let (transport, _) = stack([.success(asked), good])
      #expect(try await transport.send(request(.safe)).status == 200)
      let slept = try #require(clock.sleeps.dropFirst(before).first)
      #expect(slept >= .seconds(seconds) && slept < .seconds(seconds + 0.2), "\(value)")
      clock.set(clock.now().addingTimeInterval(-slept.seconds))
    }
  }

  @Test func stopsAtTheDeadline() async throws {
    let asked = TransportResponse(status: 503, headers: ["Retry-After": "10"])
    let (transport, sent) = stack(
      [.success(asked)], policy: RetryPolicy(maximumAttempts: 100, deadline: .seconds(35)))
    #expect(try await transport.send(request(.safe)).status == 503)
    #expect(sent.requests.count == 4)
  }

  @Test func sharesTheQuotaPerOrigin() async throws {
    let (transport, sent) = stack([unavailable], quota: RetryQuota(capacity: 25, cost: 5))
    for _ in 0..<10 { _ = try await transport.send(request(.safe)) }
    #expect(sent.requests.count == 15, "ten first attempts, five repetitions")
    let other = TransportRequest("GET", try #require(URL(string: "https://b.example/")))
    _ = try await transport.send(other)
    #expect(sent.requests.count == 19, "another origin has its own quota")
  }

  @Test func notifiesTheObserverWithoutTheQuery() async throws {
    let (transport, _) = stack([network, good])
    _ = try await transport.send(request(.safe))
    guard case .retry(let url, 2, _)? = observer.events.first else {
      Issue.record("no retry event")
      return
    }
    #expect(url == "https://a.example:443/p")
    #expect(!observer.dumpedText.contains("secret"))
  }

  @Test func cancellationEndsTheWait() async throws {
    let still = ManualClock()
    let scripted = ScriptedTransport { _ in TransportResponse(status: 503) }
    let transport = scripted.wrapped(by: RetryMiddleware(clock: still))
    let request = try request(.safe)
    let task = Task { try await transport.send(request) }
    await still.waitForSleepers()
    task.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await task.value }
    #expect(scripted.requests.count == 1)
  }
}

extension Result where Failure == AuthError {
  static func capturing(_ body: () async throws -> Success) async -> Result {
    do {
      return .success(try await body())
    } catch let error as AuthError {
      return .failure(error)
    } catch {
      return .failure(AuthError(.internalError, "\(error)"))
    }
  }
}
