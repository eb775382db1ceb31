import AuthCore
import AuthStorage
import Testing

@testable import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server accepts exactly the proofs that RFC 9449 §4.3 describes.
@Suite struct DPoPVerifierTests {
  /// The proofs that RFC 9449 prints in §4.1 (for a token request) and in §7.1 (for a protected resource).
  private static let header =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0Rs"
    + "cEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2"
    + "In19"
  private static let tokenProof =
    header
    + ".eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwi"
    + "aWF0IjoxNTYyMjYyNjE2fQ"
    + ".2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
  private static let resourceProof =
    header
    + ".eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0"
    + "ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9"
    + ".2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
  private static let token = Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
  private let now = Date(timeIntervalSince1970: 1_562_262_620)

  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func refusal(
    _ proofs: [String], _ method: String = "GET", _ target: String = "https://resource.example.org/protectedresource",
    token: Secret? = token, by verifier: DPoPVerifier = DPoPVerifier(replays: LocalReplayMemory()), at date: Date? = nil
  ) async throws -> DPoPRefusal? {
    do throws(DPoPRefusal) {
      let url = try? Self.url(target)
      _ = try await verifier.verify(
        proofs, method: method, url: url ?? URL(filePath: "/"), accessToken: token, at: date ?? now)
      return nil
    } catch {
      return error
    }
  }

  @Test("The standard's own proofs are accepted") func published() async throws {
    let verifier = DPoPVerifier(replays: LocalReplayMemory())
    let tokens = try Self.url("https://server.example.com/token")
    let first = try await verifier.verify([Self.tokenProof], method: "POST", url: tokens, accessToken: nil, at: now)
    let resource = try Self.url("https://resource.example.org/protectedresource?page=1")
    let second = try await verifier.verify(
      [Self.resourceProof], method: "GET", url: resource, accessToken: Self.token, at: now)
    #expect(first == Self.thumbprint && second == Self.thumbprint)
  }

  @Test("A proof is accepted once") func replay() async throws {
    let verifier = DPoPVerifier(replays: LocalReplayMemory())
    #expect(try await refusal([Self.resourceProof], by: verifier) == nil)
    #expect(try await refusal([Self.resourceProof], by: verifier) == .invalid(.replay))
  }

  @Test("A proof of another request is refused") func otherRequests() async throws {
    let proof = [Self.resourceProof]
    #expect(try await refusal([]) == .invalid(.fieldCount))
    #expect(try await refusal(proof + proof) == .invalid(.fieldCount))
    #expect(try await refusal(["a.b"]) == .invalid(.format))
    #expect(try await refusal(proof, "POST") == .invalid(.method))
    #expect(try await refusal(proof, "get") == .invalid(.method))
    #expect(try await refusal(proof, token: Secret("another")) == .invalid(.accessToken))
    #expect(try await refusal([Self.tokenProof], "POST", "https://server.example.com/token") == .invalid(.accessToken))
    #expect(try await refusal(proof, "GET", "https://resource.example.org/other") == .invalid(.target))
    #expect(try await refusal(proof, "GET", "file:///protectedresource") == .invalid(.target))
    #expect(try await refusal(proof, at: now.addingTimeInterval(63)) == .invalid(.time))
    #expect(try await refusal(proof, at: now.addingTimeInterval(62)) == nil)
    #expect(try await refusal(proof, at: now.addingTimeInterval(-7.5)) == .invalid(.time))
    #expect(try await refusal(proof, at: now.addingTimeInterval(-7)) == nil)
    let changed = Self.resourceProof.dropLast(8) + "AAAAAAAA"
    #expect(try await refusal([String(changed)]) == .invalid(.signature))
    let elliptic = DPoPVerifier(algorithms: [.edDSA, .hs256], replays: LocalReplayMemory())
    #expect(elliptic.algorithms == [.edDSA], "a symmetric algorithm is never accepted")
    #expect(try await refusal(proof, by: elliptic) == .invalid(.header))
  }

  /// A change of a valid proof, and the check that finds it.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: DPoPRefusal.Fault
    let header: @Sendable (inout JSONObject) -> Void
    let claims: @Sendable (inout JSONObject) -> Void

    init(
      _ name: String, _ fault: DPoPRefusal.Fault, header: @escaping @Sendable (inout JSONObject) -> Void = { _ in },
      claims: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
    ) {
      testDescription = name
      self.fault = fault
      self.header = header
      self.claims = claims
    }
  }

  static let changes = [
    Change("another type", .header, header: { $0["typ"] = "JWT" }),
    Change("no type", .header, header: { $0["typ"] = nil }),
    Change("no key", .key, header: { $0["jwk"] = nil }),
    Change("a key that is a text", .key, header: { $0["jwk"] = "key" }),
    Change("a symmetric key", .key, header: { $0["jwk"] = ["kty": "oct", "k": "AAAA"] }),
    Change(
      "a private key", .key,
      header: { header in
        var key = header["jwk"]?.objectValue ?? [:]
        key["d"] = "AAAA"
        header["jwk"] = .object(key)
      }),
    Change(
      "the key of another algorithm", .key,
      header: { $0["jwk"] = ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"] }),
    Change("no identifier", .identifier, claims: { $0["jti"] = nil }),
    Change("an empty identifier", .identifier, claims: { $0["jti"] = "" }),
    Change("an identifier that is a number", .identifier, claims: { $0["jti"] = 1 }),
    Change("no method", .method, claims: { $0["htm"] = nil }),
    Change("no target", .target, claims: { $0["htu"] = nil }),
    Change("a target that is no URL", .target, claims: { $0["htu"] = "resource" }),
    Change("no time", .time, claims: { $0["iat"] = nil }),
    Change("a time that is a text", .time, claims: { $0["iat"] = "1562262618" }),
    Change("a time beyond all numbers", .time, claims: { $0["iat"] = 1e300 }),
    Change("no hash of the token", .accessToken, claims: { $0["ath"] = nil }),
  ]

  @Test("Each check finds its fault", arguments: changes) func faults(_ change: Change) async throws {
    #expect(try await refusal([Self.proof()]) == nil, "the proof without the change is valid")
    #expect(try await refusal([Self.proof(change)]) == .invalid(change.fault))
  }

  /// Returns a signed proof of the standard's request to a resource.
  private static func proof(_ change: Change? = nil, nonce: String? = nil) throws -> String {
    let key = P256.Signing.PrivateKey()
    var header: JSONObject = [
      "typ": "dpop+jwt", "alg": "ES256", "jwk": JWK(.p256(key.publicKey), use: nil).json,
    ]
    var claims: JSONObject = [
      "jti": "one", "htm": "GET", "htu": "https://resource.example.org/protectedresource", "iat": 1_562_262_618,
      "ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo",
    ]
    claims["nonce"] = nonce.map { .string($0) }
    change?.header(&header)
    change?.claims(&claims)
    let input =
      Base64URL.encode(JSONValue.object(header).serialized) + "."
      + Base64URL.encode(JSONValue.object(claims).serialized)
    let signature = try key.signature(for: Array(input.utf8)).rawRepresentation
    return input + "." + Base64URL.encode(Array(signature))
  }

  @Test(
    "Targets are compared as URLs",
    arguments: [
      ("https://A.example", "https://a.example/", true), ("https://a.example:443/x", "https://a.example/x", true),
      ("https://a.example/%7ex", "https://a.example/~x", true),
      ("https://a.example/%2f", "https://a.example/%2F", true),
      ("https://a.example/x?y#z", "https://a.example/x", true), ("http://a.example/", "https://a.example/", false),
      ("https://a.example/%2F", "https://a.example//", false), ("https://a.example/x", "https://a.example/X", false),
      ("https://a.example:8443/", "https://a.example/", false), ("https://a.example/x", "https://a.example/x/", false),
      ("https://a.example/%", "https://a.example/%", true), ("https://a.example/%zz", "https://a.example/%zz", true),
    ]) func targets(_ left: String, _ right: String, _ areEqual: Bool) throws
  {
    let first = try #require(DPoPTarget(left))
    let second = try #require(DPoPTarget(right))
    #expect((first == second) == areEqual)
  }

  @Test("A server's nonces are accepted for two lifetimes, on every host with its key") func nonces() async throws {
    let key = SymmetricKey(size: .bits256)
    let nonces = try DPoPNonces(key: key, lifetime: .seconds(100))
    let verifier = DPoPVerifier(nonces: nonces, replays: LocalReplayMemory())
    let current = nonces.current(at: now)
    #expect(try await refusal([Self.proof()], by: verifier) == .nonceRequired(current))
    #expect(try await refusal([Self.proof(nonce: "x")], by: verifier) == .nonceRequired(current))
    #expect(try await refusal([Self.proof(nonce: current)], by: verifier) == nil)
    let other = try DPoPNonces(key: key, lifetime: .seconds(100))
    #expect(other.accepts(current, at: now.addingTimeInterval(99)))
    #expect(!other.accepts(current, at: now.addingTimeInterval(200)))
    #expect(try !DPoPNonces(key: SymmetricKey(size: .bits256), lifetime: .seconds(100)).accepts(current, at: now))
    #expect(throws: AuthError.self) { try DPoPNonces(key: SymmetricKey(size: .bits128)) }
  }

  @Test("A full memory refuses, and forgets only what has expired") func memory() async throws {
    let memory = LocalReplayMemory(limit: 2)
    let later = now.addingTimeInterval(10)
    #expect(await memory.remember("a", until: later, at: now) == .new)
    #expect(await memory.remember("b", until: later.addingTimeInterval(10), at: now) == .new)
    #expect(await memory.remember("a", until: later, at: now) == .known)
    #expect(await memory.remember("c", until: later, at: now) == .full)
    #expect(await memory.remember("c", until: later.addingTimeInterval(10), at: later) == .new)
    #expect(await memory.remember("b", until: later, at: later) == .known)
    #expect(memory.count == 2)
    let verifier = DPoPVerifier(replays: LocalReplayMemory(limit: 0))
    #expect(try await refusal([Self.proof()], by: verifier) == .overloaded)
  }
}
