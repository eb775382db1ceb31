import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about the use of the transport.
  static let transportLaws: [ProviderLaw] = [
    ProviderLaw("transport.secure", "every request is sent to https or loopback, with valid headers", isSecure),
    ProviderLaw("transport.no-retry", "a request that fails is sent once: only the transport retries", sendsOnce),
    ProviderLaw(
      "transport.retry-intent", "a request that must not run twice does not have the retry intent 'safe'", saysHow),
    ProviderLaw("transport.cookies", "no request carries a cookie", carriesNoCookies),
  ]

  /// Returns the requests of a sign-in, a renewal and a sign-out.
  private static func wholeLife(_ trial: ConformanceTrial) async throws -> [TransportRequest] {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    if try client.provider() is any SessionRefreshing, session.expiresAt != nil {
      try bench.expire(session)
      _ = try await client.session()
    }
    _ = try await client.signOut()
    return bench.wire.requests
  }

  private static func isSecure(_ trial: ConformanceTrial) async throws {
    let requests = try await wholeLife(trial)
    if requests.isEmpty { throw NotApplicable("a sign-in sends nothing") }
    for request in requests {
      let origin = try required(Origin(request.url), "\(request.url.path) has an absolute URL")
      try require(origin.isAcceptable, "\(origin) is https or loopback")
      try require(request.headers.areValid, "the headers of \(request.url.path) are valid (RFC 9110 §5)")
      try require(request.method == request.method.uppercased(), "the method of \(request.url.path) is in upper case")
    }
  }

  private static func sendsOnce(_ trial: ConformanceTrial) async throws {
    let total = try await signInRequests(trial).count
    for fault in [WireFault.unreachable, .status503, .rateLimited] {
      for target in 0..<total {
        let bench = try await trial.bench()
        bench.wire.interfere { _, number in number >= target ? fault.interference(arrives: false) : nil }
        var driver = bench.begin(try bench.client())
        while let (prompt, context) = await driver.prompt(), context.lastError == nil {
          try await driver.answer(prompt, context)
        }
        try requireOnce(bench.wire.requests(since: target), fault)
      }
    }
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard try client.provider() is any SessionRefreshing, session.expiresAt != nil else { return }
    try bench.expire(session)
    for fault in [WireFault.unreachable, .status503, .rateLimited] {
      let count = bench.wire.requests.count
      bench.wire.interfere { _, _ in fault.interference(arrives: false) }
      _ = try? await client.session()
      try requireOnce(bench.wire.requests(since: count), fault)
      bench.clock.advance(by: WireFault.wait)
    }
  }

  private static func requireOnce(_ requests: [TransportRequest], _ fault: WireFault) throws {
    var seen: Set<String> = []
    for request in requests {
      try require(
        seen.insert("\(request.method) \(request.url.absoluteString)").inserted,
        "after \(fault.rawValue), \(request.url.path) is not sent again by the provider itself")
    }
  }

  private static func saysHow(_ trial: ConformanceTrial) async throws {
    for request in try await wholeLife(trial) where !["GET", "HEAD"].contains(request.method) {
      if trial.fixture.isRepeatable(request) { continue }
      try require(
        request.retry != .safe, "\(request.method) \(request.url.path) must not run twice: its retry is not .safe")
    }
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    var shown = await driver.prompt()
    while let (prompt, context) = shown {
      let count = bench.wire.requests.count
      let answer = try await bench.answer(prompt, context)
      try await driver.give(answer)
      // Read up to the next prompt or the end, because another prompt may follow a code.
      shown = await driver.prompt()
      guard case .code(let code) = answer else { continue }
      for request in bench.wire.requests(since: count) {
        let text = String(decoding: request.body ?? [], as: UTF8.self)
        guard text.contains("\"\(code.revealText())\"") else { continue }
        if case .safe = request.retry {
          throw BrokenLaw(expected: "the retry of \(request.url.path) is not .safe, since it uses up a code")
        }
      }
    }
  }

  private static func carriesNoCookies(_ trial: ConformanceTrial) async throws {
    for request in try await wholeLife(trial) {
      try require(request.headers["Cookie"] == nil, "\(request.url.path) is sent without a cookie")
    }
  }
}
