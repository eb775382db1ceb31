import AuthCore
import AuthCrypto
import AuthTesting
import AuthVerifier
import AuthVerifierTurnkey
import Testing

/// Turnkey's session tokens (T20, T79) and signed requests.
@Suite struct TurnkeyTests {
  private let notarizer = P256.Signing.PrivateKey()
  private let session = ProofKey()

  private func backend(
    _ verifier: JSONObject = [:], answer: JSONValue = [:], status: Int = 200
  ) throws -> Backend {
    let point = Hex.encode(Array(notarizer.publicKey.x963Representation))
    return try Backend(
      [
        "turnkey": [
          "organizationId": "parent", "keys": ["notarizer": .string(point)], "verifier": .object(verifier),
          "rpId": "example.org",
        ]
      ], plugins: [.turnkey]
    ) { request in
      request.address == "https://api.turnkey.com/public/v1/query/whoami"
        ? .json(answer, status: status) : .json([:], status: 404)
    }
  }

  /// A session token: the enclave hashes the signing input, and signs with a function that hashes again.
  private func token(_ changes: (String, JSONValue?)..., hashes: Int = 2) throws -> Secret {
    let point = Hex.encode(Array(session.key.publicKey.compressedRepresentation))
    var claims: JSONObject = [
      "exp": 1_800_000_900, "public_key": .string(point), "session_type": "SESSION_TYPE_READ_WRITE",
      "user_id": "user-1",
      "organization_id": "sub-1",
    ]
    for (name, value) in changes { claims[name] = value }
    let input =
      Base64URL.encode(Array(#"{"alg":"ES256","typ":"JWT"}"#.utf8)) + "."
      + Base64URL.encode(JSONValue.object(claims).serialized)
    let signed = hashes == 2 ? Array(SHA256.hash(data: Array(input.utf8))) : Array(input.utf8)
    return Secret(input + "." + Base64URL.encode(Array(try notarizer.signature(for: signed).rawRepresentation)))
  }

  @Test func sessionToken() async throws {
    let principal = try await backend().verify(token())
    #expect(principal.subject == "user-1" && principal.tenant == "sub-1" && principal.credential == .vendorSession)
    #expect(try await backend(["requireProof": true]).refusal(token())?.reason == .invalidCredential)
  }

  @Test("A client can prove possession of the session's key") func proof() async throws {
    let token = try token()
    let headers: HTTPHeaders = [
      "Authorization": "DPoP " + token.revealText(), "DPoP": try session.proof("GET", Backend.address, token: token),
    ]
    #expect(try await backend(["requireProof": true]).verify(headers).keyThumbprint == session.thumbprint())
    var stolen = headers
    stolen["DPoP"] = try ProofKey().proof("GET", Backend.address, token: token)
    #expect(try await backend().refusal(stolen)?.reason == .proof(.invalid(.otherKey)))
  }

  @Test("Other tokens are refused") func refused() async throws {
    let backend = try backend()
    let tokens = [
      try token(hashes: 1), try token(("exp", 1_800_000_000)), try token(("exp", "1800000900")),
      try token(("exp", nil)),
      try token(("user_id", "")), try token(("organization_id", nil)), try token(("session_type", nil)),
      try token(("exp", 1e300)),
    ]
    for token in tokens { #expect(try await backend.refusal(token)?.reason == .invalidCredential) }
    let production = try Backend(["turnkey": ["organizationId": "parent"]], plugins: [.turnkey]) { _ in .json([:]) }
    #expect(try await production.refusal(token())?.reason == .invalidCredential, "signed by another key")
  }

  /// A stamp of a new key.
  private static func stamp(_ key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(), pretty: Bool = false) throws
    -> String
  {
    let signature = Hex.encode(Array(try key.signature(for: Array("body".utf8)).derRepresentation))
    let point = Hex.encode(Array(key.publicKey.compressedRepresentation))
    let blank = pretty ? " " : ""
    let json =
      #"{"publicKey":\#(blank)"\#(point)","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"\#(signature)"}"#
    return Base64URL.encode(Array(json.utf8))
  }

  private static func signed(
    url: String = "https://api.turnkey.com/public/v1/query/whoami", body: String = #"{"organizationId":"sub-1"}"#,
    header: String = "X-Stamp", stamp given: String? = nil
  ) throws -> HTTPHeaders {
    let stamp = try given ?? Self.stamp()
    let value: JSONValue = [
      "url": .string(url), "body": .string(body),
      "stamp": ["stampHeaderName": .string(header), "stampHeaderValue": .string(stamp)],
    ]
    return ["Authorization": "Turnkey-Signed-Request " + Base64URL.encode(value.serialized)]
  }

  @Test("A signed request is forwarded as it is, once") func signedRequest() async throws {
    let backend = try backend(
      Self.accepting, answer: ["organizationId": "sub-1", "userId": "user-1", "username": "jane"])
    let stamp = try Self.stamp()
    let principal = try await backend.verify(Self.signed(stamp: stamp))
    #expect(principal.subject == "user-1" && principal.tenant == "sub-1" && principal.credential == .signedRequest)
    let request = try #require(backend.vendor.requests.first)
    #expect(request.method == "POST" && request.headers["X-Stamp"] == stamp)
    #expect(request.body == Array(#"{"organizationId":"sub-1"}"#.utf8))
    #expect(try await backend.refusal(Self.signed(stamp: stamp))?.reason == .invalidCredential)
    let other = try await backend.verify(Self.signed())
    #expect(other.subject == "user-1", "another stamp")
  }

  @Test("A stamp that is written in another way is the same stamp") func spellings() async throws {
    let backend = try backend(Self.accepting, answer: ["organizationId": "sub-1", "userId": "user-1"])
    let stamp = try Self.stamp()
    _ = try await backend.verify(Self.signed(stamp: stamp))
    let text = String(decoding: try #require(Base64URL.decode(stamp)), as: UTF8.self)
    let spaced = Base64URL.encode(Array(text.replacing(":", with: ": ").utf8))
    #expect(try await backend.refusal(Self.signed(stamp: spaced))?.reason == .invalidCredential)
  }

  @Test("Invented stamps do not fill the memory of accepted ones") func flood() async throws {
    let vendor = AnsweringTransport { _ in .json([:], status: 401) }
    let memory = LocalReplayMemory(limit: 2)
    let services = VerifierServices(transport: vendor, clock: ManualClock(Mint.now), replays: memory)
    let configuration = try AuthConfiguration(
      ["providers": ["turnkey": ["organizationId": "parent", "verifier": .object(Self.accepting)]]])
    let verifier = try RequestVerifier(configuration: configuration, plugins: [.turnkey], services: services)
    for _ in 0..<5 {
      await #expect(throws: RequestRefusal.self) { try await verifier.verify(Backend.request(try Self.signed())) }
    }
    #expect(memory.count == 0)
  }

  private static let accepting: JSONObject = ["signedRequests": true]

  @Test("Nothing else is forwarded") func otherRequests() async throws {
    let backend = try backend(Self.accepting, answer: ["organizationId": "sub-1", "userId": "user-1"])
    let requests: [HTTPHeaders] = [
      try Self.signed(url: "https://api.turnkey.com/public/v1/submit/create_api_keys"),
      try Self.signed(url: "https://evil.example/public/v1/query/whoami"), try Self.signed(header: "Authorization"),
      try Self.signed(body: "{}"), try Self.signed(body: ""), try Self.signed(stamp: ""),
      try Self.signed(stamp: "a\r\nX: y"),
      ["Authorization": "Turnkey-Signed-Request e30"], ["Authorization": "Turnkey-Signed-Request ~"],
    ]
    for headers in requests { #expect(try await backend.refusal(headers)?.reason == .invalidCredential) }
    #expect(backend.vendor.requests.isEmpty)
  }

  @Test("The vendor's refusal is the backend's") func refusals() async throws {
    for (status, reason) in [(401, .invalidCredential), (500, .unavailable), (404, .unavailable), (302, .unavailable)]
      as [(Int, RequestRefusal.Reason)]
    {
      #expect(try await backend(Self.accepting, status: status).refusal(Self.signed())?.reason == reason, "\(status)")
    }
    #expect(try await backend().refusal(Self.signed())?.reason == .invalidCredential, "off by default")
    let own = try backend(Self.accepting, answer: ["organizationId": "sub-2", "userId": "user-1"])
    #expect(try await own.verify(Self.signed()).tenant == "sub-2", "a query may name the parent organisation")
  }
}
