import AuthCore
import AuthCrypto
import AuthHawcx
import AuthSandbox
import AuthTesting
import Testing

/// A confidential client against the sandbox's token endpoint, with the code of a completed flow.
@Suite struct HawcxClientAssertionTests {
  private func code(_ bench: HawcxBench) async throws -> AuthorizationCode {
    var request = FlowRequest(identifier: "jane@example.com")
    request.exchange = false
    let flow = bench.auth.start(request)
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    guard case .authorizationCode(let code) = try await reader.result() else { throw Unexpected("no code") }
    return code
  }

  @Test func acceptsOnlyTheAssertion() async throws {
    let bench = try HawcxBench()
    let descriptor = try #require(bench.sandbox.descriptor["hawcx"])
    let client = try #require(descriptor["confidentialClient"])
    func text(_ value: JSONValue?) throws -> String { try #require(value?.stringValue) }
    func exchange(_ pem: String?) throws -> HawcxCodeExchange {
      HawcxCodeExchange(
        issuer: try HawcxBaseURL(try text(descriptor["issuer"])).root, clientID: try text(client["clientId"]),
        configID: try text(descriptor["configId"]),
        assertion: try pem.map {
          try HawcxClientAssertion(privateKeyPEM: Secret($0), keyID: try text(client["keyId"]))
        }, transport: bench.transport, clock: bench.clock)
    }
    let code = try await code(bench)
    let verifier = try #require(code.verifier)
    for pem in [nil, Curve25519.Signing.PrivateKey().pkcs8PEM] {
      await #expect(throws: AuthError(.invalidConfiguration, "")) {
        _ = try await exchange(pem).exchange(code: code.code, verifier: verifier)
      }
    }
    let good = try exchange(try text(client["privateKeyPEM"]))
    let identity = try await good.exchange(code: code.code, verifier: verifier)
    #expect(identity.claims["aud"] == client["clientId"] && identity.claims["email"] == "jane@example.com")
    // Every request has a new assertion. The server refuses the second request for its code, not for its assertion.
    await #expect(throws: AuthError(.invalidToken, "")) {
      _ = try await good.exchange(code: code.code, verifier: verifier)
    }
  }

  @Test func refusesAnotherKey() {
    for text in ["", "x", P256.Signing.PrivateKey().pemRepresentation] {
      #expect(throws: AuthError(.invalidConfiguration, "")) {
        try HawcxClientAssertion(privateKeyPEM: Secret(text), keyID: "k")
      }
    }
  }
}
