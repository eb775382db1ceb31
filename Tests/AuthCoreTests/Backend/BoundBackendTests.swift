import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A session of the app's backend that is bound to a key.
@Suite struct BoundBackendTests {
  private let keys = MemoryKeyStore()

  private func backend(_ transport: ScriptedTransport) throws -> AppBackend {
    AppBackend(
      baseURL: try #require(URL(string: "https://app.example")), transport: transport, clock: ManualClock())
  }

  private func server(_ type: String?, nonce: String? = nil) -> ScriptedTransport {
    ScriptedTransport { (request) async throws(AuthError) in
      if let nonce, request.headers["DPoP"]?.hasSuffix(" " + nonce) != true {
        return TransportResponse(status: 401, headers: ["DPoP-Nonce": nonce])
      }
      var answer: JSONObject = ["token": "t-1", "refreshToken": "r-1", "expiresIn": 600, "subject": "u-1"]
      answer["tokenType"] = type.map { .string($0) }
      return TransportResponse(status: 200, body: JSONValue.object(answer).serialized)
    }
  }

  private func exchange(_ transport: ScriptedTransport, by proofs: RequestProofs?) async throws -> KeyReference? {
    try await backend(transport).exchange(
      path: "x/exchange", ["code": "c"], by: proofs, keys: KeyRing(keys), namespace: "n"
    ).key
  }

  @Test func theExchangeProvesANewKey() async throws {
    let transport = server("DPoP")
    let key = try #require(try await exchange(transport, by: .readable()))
    #expect(try await keys.keys(in: "n") == [key])
    #expect(transport.requests.map { $0.headers["DPoP"] } == ["\(key.keyID) POST /x/exchange - -"])
    let bound = try backend(transport).bound(to: key, by: .readable())
    _ = try await bound.refresh(Secret("r-1"))
    try await bound.revoke(Secret("r-1"))
    _ = try await bound.post("track", [:], headers: ["Authorization": "Bearer t-1"])
    #expect(transport.requests.last?.headers["Authorization"] == "DPoP t-1")
    #expect(
      transport.requests.dropFirst().map { $0.headers["DPoP"] }
        == [
          "\(key.keyID) POST /session/refresh - -", "\(key.keyID) POST /session/revoke - -",
          "\(key.keyID) POST /track t-1 -",
        ])
  }

  @Test func aRequiredNonceIsSent() async throws {
    let transport = server("DPoP", nonce: "n-1")
    let key = try #require(try await exchange(transport, by: .readable()))
    #expect(transport.requests.map { $0.headers["DPoP"]?.split(separator: " ").last } == ["-", "n-1"])
    #expect(try await keys.keys(in: "n") == [key])
  }

  @Test(arguments: [nil, "Bearer", ""]) func anUnboundSessionIsRefused(_ type: String?) async throws {
    await #expect(throws: AuthError(.malformedResponse, "")) {
      try await exchange(server(type), by: .readable())
    }
    #expect(try await keys.keys(in: "n").isEmpty, "the key of the failed exchange is deleted")
  }

  @Test func withoutProofsThereIsNoKey() async throws {
    let transport = server(nil)
    #expect(try await exchange(transport, by: nil) == nil)
    #expect(transport.requests.first?.headers["DPoP"] == nil)
    #expect(try await keys.keys(in: "n").isEmpty)
  }
}
