import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about the requests and the origins that a credential is sent to.
  static let authorizationLaws: [ProviderLaw] = [
    ProviderLaw(
      "send.origins", "credentials are sent only to the provider's origins, and nothing is sent elsewhere",
      needs: .requestAuthorizing, keepsToOrigins),
    ProviderLaw(
      "send.authorised", "a request carries the session's credential, in its headers only", needs: .requestAuthorizing,
      authorizes),
    ProviderLaw(
      "send.refused-once", "a 401 causes one renewal and one more try, and no more", needs: .requestAuthorizing,
      triesOnceMore),
    ProviderLaw(
      "send.lifetime", "the server accepts a session's credential until the session's expiresAt",
      needs: .requestAuthorizing, servesItsTime),
    ProviderLaw("send.fresh", "each request carries a new credential", needs: .requestAuthorizing, authorizesAfresh),
  ]

  private static func protectedRequest(_ bench: ConformanceBench) throws -> TransportRequest {
    try applicable(bench.server.protectedRequest, "the server has no protectedRequest")
  }

  private static func keepsToOrigins(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    _ = try await bench.signIn(client)
    guard let provider = try client.provider() as? any RequestAuthorizing else { return }
    try require(!provider.origins.isEmpty, "the provider has at least one origin")
    for origin in provider.origins {
      try require(origin.isAcceptable, "\(origin) is https or loopback")
    }
    var foreign = ["https://elsewhere.example/", "http://elsewhere.example/", "https://elsewhere.example:8443/"]
    for origin in provider.origins {
      let other = origin.port == 65_535 ? 1 : origin.port + 1
      foreign += [
        "\(origin.scheme)://\(origin.host):\(other)/", "\(origin.scheme)://\(origin.host).elsewhere.example/",
        "\(origin.scheme)://sub.\(origin.host):\(origin.port)/",
        "\(origin.scheme == "https" ? "http" : "https")://\(origin.host):\(origin.port)/",
      ]
    }
    let configured = bench.server.configuredOrigins
    let count = bench.wire.requests.count
    for text in foreign {
      guard let url = URL(string: text), let origin = Origin(text), !configured.contains(origin) else { continue }
      try await requireError(.originNotAllowed, "a request to \(text)") {
        try await client.send(TransportRequest("GET", url))
      }
    }
    try require(bench.wire.requests.count == count, "nothing is sent to another origin")
  }

  private static func authorizes(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let request = try protectedRequest(bench)
    _ = try await bench.signIn(client)
    let count = bench.wire.requests.count
    let response = try await client.send(request)
    try require(response.isSuccess, "the server accepts the credential (HTTP \(response.status))")
    let sent = bench.wire.requests(since: count)
    try require(sent.count == 1, "one request is sent, not \(sent.count)")
    try require(sent[0].url == request.url, "the URL is sent unchanged")
    try require(
      sent[0].method == request.method && sent[0].body == request.body, "the method and the body are sent unchanged")
    try require(sent[0].headers != request.headers, "the credential is in the headers")
    try require(sent[0].headers.areValid, "the headers are valid (RFC 9110 §5)")
    try require(sent[0].redirectLimit == 0, "no redirect carries the credential")
  }

  private static func triesOnceMore(_ trial: ConformanceTrial) async throws {
    for refusals in [1, 5] {
      let bench = try await trial.bench()
      let client = try bench.client()
      let request = try protectedRequest(bench)
      let session = try await bench.signIn(client)
      let isRenewable = try client.provider() is any SessionRefreshing
      let left = Locked(refusals)
      bench.wire.interfere { sent, _ in
        guard sent.url == request.url, left.withLock({ $0 > 0 }) else { return nil }
        left.withLock { $0 -= 1 }
        return .answer(.json(["error": "invalid_token"], status: 401))
      }
      let count = bench.wire.requests.count
      let response = try await client.send(request)
      let sent = bench.wire.requests(since: count)
      let tries = sent.filter { $0.url == request.url && $0.method == request.method }.count
      let renewals = sent.count - tries
      if !isRenewable {
        try require(tries == 1 && response.status == 401, "without the capability to renew, the app receives the 401")
        continue
      }
      try require(tries == 2, "a refused request is sent twice, not \(tries) times")
      let expected = bench.fixture.requestsPerRefresh
      try require(
        renewals == expected,
        "a 401 causes one renewal: the number of its requests is \(expected), not \(renewals)")
      try require(
        response.isSuccess == (refusals == 1), "the app receives the second response (HTTP \(response.status))")
      let stored = try required(try await bench.storedSession(), "a 401 does not end the session")
      try require(stored.generation == session.generation + 1, "the session was renewed once")
    }
  }

  /// Sends a request after three quarters of the session's lifetime, before any renewal. If the provider reads the
  /// lifetime in the wrong unit, or reads the lifetime of the refresh token instead, the server refuses the request.
  private static func servesItsTime(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let request = try protectedRequest(bench)
    let session = try await bench.signIn(client)
    let expiresAt = try applicable(session.expiresAt, "the provider's sessions have no expiresAt")
    bench.clock.advance(by: Duration(fractionalSeconds: expiresAt.timeIntervalSince(bench.clock.now()) * 0.75))
    let refused = Locked(0)
    bench.wire.interfere { sent, _ in
      guard sent.url == request.url else { return nil }
      return .change { response in
        if response.status == 401 { refused.withLock { $0 += 1 } }
        return response
      }
    }
    let response = try await client.send(request)
    try require(
      refused.withLock { $0 } == 0,
      "the server accepts the credential until expiresAt (is the lifetime in seconds?)")
    try require(response.isSuccess, "the server accepts the credential (HTTP \(response.status))")
  }

  private static func authorizesAfresh(_ trial: ConformanceTrial) async throws {
    guard trial.fixture.authorizesAfresh else {
      throw NotApplicable("the provider's requests may carry the same credential (authorizesAfresh)")
    }
    let bench = try await trial.bench()
    let client = try bench.client()
    let request = try protectedRequest(bench)
    _ = try await bench.signIn(client)
    let count = bench.wire.requests.count
    for _ in 0..<2 {
      let response = try await client.send(request)
      try require(response.isSuccess, "the server accepts the credential (HTTP \(response.status))")
    }
    let sent = bench.wire.requests(since: count)
    try require(sent.count == 2 && sent[0].headers != sent[1].headers, "the second request has a new credential")
  }
}

extension ConformanceServer {
  /// Every origin in the configuration, and the origin of the protected request.
  var configuredOrigins: Set<Origin> {
    var found: Set<Origin> = []
    func visit(_ value: JSONValue) {
      if let text = value.stringValue, let origin = Origin(text) { found.insert(origin) }
      for element in value.arrayValue ?? [] { visit(element) }
      for member in value.objectValue?.members ?? [] { visit(member.value) }
    }
    visit(.object(configuration))
    if let request = protectedRequest, let origin = Origin(request.url) { found.insert(origin) }
    return found
  }
}
