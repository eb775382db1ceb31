import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import AuthTransport
import Testing

@testable import AuthSandboxKit
@testable import AuthSandboxPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Privy vendor: a key set registered by its address")
struct PrivyKeySetTests {
  private static let address = "https://login.example/jwks"

  /// An identity system that publishes keys, and a sandbox whose app is registered with the address of the keys.
  private struct House {
    let sandbox: Sandbox
    let issuer: ScriptedTransport
    private let published: Published

    private final class Published: Sendable {
      let answer = Locked<Result<TransportResponse, AuthError>>(.success(TransportResponse(status: 200)))
    }

    init(_ registration: JSONObject = [:], address: String = PrivyKeySetTests.address) throws {
      let published = Published()
      self.published = published
      issuer = ScriptedTransport { (_) throws(AuthError) in try published.answer.withLock { $0 }.get() }
      sandbox = try Sandbox(clock: FixedClock(), transport: issuer)
      var custom = registration
      custom["jwksUrl"] = .string(address)
      control("/policy", ["provider": "privy", "customAuth": .object(custom)])
    }

    func control(_ path: String, _ body: JSONValue) {
      #expect(sandbox.handle(SandboxRequest("POST", "/sandbox" + path, json: body)).status == 200)
    }

    func publish(_ keys: [JWK]) throws {
      let body = try JWKSet(keys).json.serialized
      published.answer.withLock { $0 = .success(TransportResponse(status: 200, body: body)) }
    }

    func answer(_ response: Result<TransportResponse, AuthError>) { published.answer.withLock { $0 = response } }

    func signIn(_ token: String) async throws -> (status: Int, body: JSONValue) {
      let block = try #require(sandbox.descriptor["privy"])
      var request = try TransportRequest(
        "POST", sandbox.baseURL + "/privy/api/v1/custom_jwt_account/authenticate",
        headers: [
          "privy-app-id": block.requiredString("appId"), "privy-client-id": block.requiredString("appClientId"),
        ])
      request.body = JSONValue.object(["token": .string(token)]).serialized
      let response = try await SandboxTransport(sandbox: sandbox, clock: FixedClock()).send(request)
      return (response.status, try response.json())
    }
  }

  private let key = P256.Signing.PrivateKey()

  private func jwk(_ key: P256.Signing.PrivateKey, _ name: String = "k1") -> JWK {
    JWK(.p256(key.publicKey), keyID: name, algorithm: .es256)
  }

  private func token(
    _ key: P256.Signing.PrivateKey, keyID: String = "k1", changing changes: JSONObject = [:]
  ) throws -> String {
    var claims: JSONObject = ["sub": "jane", "exp": .integer(FixedClock.unixTime + 500_000)]
    for member in changes.members { claims[member.name] = member.value }
    return try JWS.sign(claims: claims, keyID: keyID, with: .p256(key))
  }

  @Test("is fetched once, by the rules of a key set's address")
  func fetched() async throws {
    let house = try House()
    try house.publish([jwk(key)])
    for _ in 0..<3 { #expect(try await house.signIn(token(key)).status == 200) }
    #expect(house.issuer.requests.count == 1)
    let request = try #require(house.issuer.requests.first)
    #expect(request.method == "GET")
    #expect(request.url.absoluteString == Self.address)
    #expect(request.timeout == .seconds(5))
    #expect(request.responseSizeLimit == 65_536)
    #expect(request.redirectLimit == 0)
  }

  @Test("is fetched again for an unknown key, once in 30 seconds")
  func rotation() async throws {
    let house = try House()
    let next = P256.Signing.PrivateKey()
    try house.publish([jwk(key)])
    #expect(try await house.signIn(token(key)).status == 200)
    try house.publish([jwk(key), jwk(next, "k2")])
    #expect(try await house.signIn(token(next, keyID: "k2")).status == 200)
    #expect(house.issuer.requests.count == 2)
    for _ in 0..<5 { #expect(try await house.signIn(token(next, keyID: "k3")).status == 401) }
    #expect(house.issuer.requests.count == 2)
    house.control("/clock", ["advanceSeconds": 30])
    #expect(try await house.signIn(token(next, keyID: "k3")).status == 401)
    #expect(house.issuer.requests.count == 3)
  }

  @Test("is used for a day longer if fetching fails")
  func stale() async throws {
    let house = try House()
    try house.publish([jwk(key)])
    #expect(try await house.signIn(token(key)).status == 200)
    house.answer(.failure(AuthError(.network, "")))
    house.control("/clock", ["advanceSeconds": 3_600])
    #expect(try await house.signIn(token(key)).status == 200)
    #expect(house.issuer.requests.count == 2)
    house.control("/clock", ["advanceSeconds": 86_400])
    #expect(try await house.signIn(token(key)).status == 401)
  }

  @Test("returns one code for every failure to fetch it")
  func unavailable() async throws {
    let house = try House()
    let answers: [Result<TransportResponse, AuthError>] = [
      .success(TransportResponse(status: 302, headers: ["Location": "https://elsewhere.example"])),
      .success(TransportResponse(status: 500)), .success(TransportResponse(status: 200, body: Array("{}".utf8))),
      .failure(AuthError(.responseTooLarge, "")), .failure(AuthError(.timeout, "")),
    ]
    for answer in answers {
      house.answer(answer)
      let refused = try await house.signIn(token(key))
      #expect(refused.status == 401)
      #expect(refused.body["code"] == "invalid_credentials")
      house.control("/clock", ["advanceSeconds": 5])
    }
    #expect(house.issuer.requests.count == answers.count)
    let plain = try House(address: "http://login.example/jwks")
    #expect(try await plain.signIn(token(key)).status == 401)
    #expect(plain.issuer.requests.isEmpty)
  }

  @Test("is not fetched for a token that is invalid with any key")
  func notFetched() async throws {
    let house = try House()
    let secret = SymmetricKey(size: .bits256)
    let forged = try JWS.sign(claims: ["sub": "jane"], with: .hmac(secret, .hs256))
    for token in ["", "rubbish", forged] { _ = try await house.signIn(token) }
    #expect(house.issuer.requests.isEmpty)
    let fixed = try House(["publicKey": .string(key.publicKey.pemRepresentation)])
    #expect(try await fixed.signIn(token(key)).status == 200)
    #expect(fixed.issuer.requests.isEmpty)
  }

  @Test("is used with the registered claim and audiences")
  func claimAndAudiences() async throws {
    let house = try House(["idClaim": "uid", "audience": ["app"]])
    try house.publish([jwk(key)])
    let taken = try await house.signIn(token(key, changing: ["uid": "u-1", "aud": ["other", "app"]]))
    #expect(taken.body["user"]?["linked_accounts"]?.arrayValue?.first?["custom_user_id"] == "u-1")
    #expect(try await house.signIn(token(key, changing: ["uid": "u-1", "aud": "other"])).status == 401)
    #expect(try await house.signIn(token(key, changing: ["aud": "app"])).body["code"] == "invalid_data")
  }

  @Test(
    "is fetched over HTTP, from another server and from this one",
    .enabled(if: SandboxServer.isAvailable, "libmicrohttpd12 is not installed"))
  func overHTTP() async throws {
    let transport = try SystemTransport.make()
    let (issuer, vendor) = try (
      SandboxServer(sandbox: Sandbox()), SandboxServer(sandbox: Sandbox(transport: transport))
    )
    let block = try #require(vendor.sandbox.descriptor["privy"])
    for system in [issuer.sandbox, vendor.sandbox] {
      let address = try #require(system.descriptor["privy"]?["idpJwksURL"])
      #expect(
        vendor.sandbox.post("/sandbox/policy", ["provider": "privy", "customAuth": ["jwksUrl": address]]).status == 200)
      for (algorithm, subject) in [("ES256", "jane"), ("RS256", "joe")] {
        let token = system.post(
          "/sandbox/idp/token", ["sub": .string(subject), "alg": .string(algorithm), "ttl": 600]
        ).json["token"]
        var request = TransportRequest.json(
          "POST", try #require(URL(string: vendor.sandbox.baseURL + "/privy/api/v1/custom_jwt_account/authenticate")),
          ["token": token ?? .null],
          headers: [
            "privy-app-id": try block.requiredString("appId"),
            "privy-client-id": try block.requiredString("appClientId"),
          ])
        // The timeout is long, because a busy machine can be slow.
        request.timeout = .seconds(300)
        #expect(try await transport.send(request).status == 200, "\(algorithm)")
      }
      #expect(try system.requestCount("/idp/jwks.json") == 1)
    }
    await issuer.stop()
    await vendor.stop()
  }
}
