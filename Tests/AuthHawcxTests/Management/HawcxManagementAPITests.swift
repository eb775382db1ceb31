import AuthCore
import AuthCrypto
import AuthHawcx
import AuthSandbox
import AuthTesting
import Testing

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The management API as a backend calls it, with signed requests and responses.
@Suite struct HawcxManagementAPITests {
  private let bench: HawcxBench

  init() throws { bench = try HawcxBench() }

  private func client(
    key: String? = nil, through change: @escaping @Sendable (inout TransportResponse) -> Void = { _ in }
  ) throws -> HawcxManagement {
    let hawcx = try #require(bench.sandbox.descriptor["hawcx"])
    func text(_ value: JSONValue?) throws -> String { try #require(value?.stringValue) }
    let confidential = hawcx["confidentialClient"]
    return HawcxManagement(
      baseURL: try HawcxBaseURL(try text(hawcx["baseURL"])), clientID: try text(confidential?["clientId"]),
      configID: try text(hawcx["configId"]),
      assertion: try HawcxClientAssertion(
        privateKeyPEM: Secret(try key ?? text(confidential?["privateKeyPEM"])),
        keyID: try text(confidential?["keyId"])),
      transport: ChangingTransport(
        next: SandboxTransport(sandbox: bench.sandbox, clock: bench.clock), change: change),
      clock: bench.clock)
  }

  @Test func backendBeginsAndFinishesAStepUp() async throws {
    _ = try await bench.signIn()
    let client = try client()
    let (token, lifetime) = try await client.startToken(
      for: "jane@example.com", purpose: .changePhoneNumber(to: "+14155550100"))
    #expect(lifetime == .seconds(60))
    let flow = bench.auth.start(
      FlowRequest(
        identifier: "jane@example.com", purpose: .stepUp(action: "change_phone_number"), token: token))
    var reader = FlowReader(flow)
    for address in ["jane@example.com", "+14155550100"] {
      _ = try await reader.prompt()
      try await flow.submit(code: try bench.sandbox.lastCode(to: address))
    }
    guard case .proof(let proof) = try await reader.result() else { throw Unexpected("no proof") }
    try await client.consume(receipt: proof.token)
    await #expect(throws: AuthError(.invalidToken, "")) { try await client.consume(receipt: proof.token) }
    await #expect(throws: AuthError(.invalidToken, "")) { try await client.consume(receipt: token) }
  }

  @Test func checksItsArguments() async throws {
    for purpose in [
      HawcxStepUpPurpose.changePhoneNumber(to: "12"), .changeMethod(to: "push"), .changeMethod(to: "nonsense"),
    ] {
      await #expect(throws: AuthError(.invalidRequest, "")) {
        _ = try await client().startToken(for: "jane@example.com", purpose: purpose)
      }
    }
    let unrelated = try client(key: Curve25519.Signing.PrivateKey().pkcs8PEM)
    await #expect(throws: AuthError(.invalidConfiguration, "")) {
      _ = try await unrelated.startToken(for: "jane@example.com", purpose: .changeMethod(to: .totp))
    }
  }

  /// A bearer token is valid once, and only for a request with the body and the URL that it was made for.
  @Test func bearerTokenIsValidForOneRequest() async throws {
    bench.sandbox.record()
    _ = try await client().startToken(for: "jane@example.com", purpose: .changeMethod(to: .totp))
    let exchange = try #require(bench.sandbox.recording["exchanges"]?.arrayValue?.first)
    let bearer = try #require(exchange["headers"]?["authorization"]?.stringValue)
    let body = try JSONValue(parsing: Array(try #require(exchange["request"]?.stringValue).utf8))
    #expect(body["new_mfa_method"] == "totp" && body["subject_userid"] == "jane@example.com")
    let configID = try #require(bench.sandbox.descriptor["hawcx"]?["configId"]?.stringValue)
    var other = try #require(body.objectValue)
    other["subject_userid"] = "joe@example.com"
    for (path, body) in [("start-token", body), ("start-token", .object(other)), ("consume", body)] {
      let status = bench.sandbox.handle(
        SandboxRequest(
          "POST", "/hawcx/v1/management/stepup/" + path, json: body,
          headers: ["Authorization": bearer, "X-Config-Id": configID, "X-Hawcx-Protocol-Version": "2"])
      ).status
      #expect(status == 401, "\(path)")
    }
  }

  @Test func refusesAResponseThatTheIssuerDidNotSign() async throws {
    let identity = Locked("")
    let stale = Locked("")
    let changes: [@Sendable (inout TransportResponse) -> Void] = [
      { $0.headers["X-Response-Signature"] = nil },
      { $0.headers["X-Response-Signature"] = "nonsense" },
      { $0.body += Array(" ".utf8) },
      { $0.headers["X-Response-Signature"]?.removeLast() },
      { $0.headers["X-Response-Signature"] = identity.withLock { $0 } },
      { response in
        let known = stale.withLock { $0 }
        if !known.isEmpty { response.headers["X-Response-Signature"] = known }
      },
    ]
    // The same key signs identity tokens, but an identity token is not a signature over a response.
    let code = try await signedIn()
    identity.withLock { $0 = code }
    // A signature over another response is not valid for this one.
    let keeping = try client { response in
      if let text = response.headers["X-Response-Signature"] { stale.withLock { $0 = text } }
    }
    _ = try await keeping.startToken(for: "jane@example.com", purpose: .changeMethod(to: .totp))
    bench.clock.advance(by: .seconds(2))
    for (index, change) in changes.enumerated() {
      let client = try client { if $0.headers["X-Response-Signature"] != nil { change(&$0) } }
      do throws(AuthError) {
        _ = try await client.startToken(for: "jane@example.com", purpose: .changeMethod(to: .totp))
        Issue.record("the client accepted the response after change \(index)")
      } catch {
        #expect([.signatureInvalid, .invalidToken].contains(error.code), "\(index): \(error.code)")
      }
    }
  }

  /// Signs a user in and returns the identity token.
  private func signedIn() async throws -> String {
    let bench = bench
    var request = FlowRequest(identifier: "jane@example.com")
    request.exchange = false
    let flow = bench.auth.start(request)
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    guard case .authorizationCode(let code) = try await reader.result() else { throw Unexpected("no code") }
    let form = PercentEncoding.encodeForm([
      ("grant_type", "authorization_code"), ("code", code.code.revealText()),
      ("code_verifier", try #require(code.verifier).revealText()),
    ])
    let answer = bench.sandbox.handle(
      SandboxRequest(
        "POST", "/hawcx/oauth2/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(form.utf8)))
    return try #require(try JSONValue(parsing: answer.body)["id_token"]?.stringValue)
  }
}

/// A transport that changes responses in transit.
private struct ChangingTransport: HTTPTransport {
  let next: any HTTPTransport
  let change: @Sendable (inout TransportResponse) -> Void

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    var response = try await next.send(request)
    change(&response)
    return response
  }
}
