import AuthCore
import AuthVerifier
import AuthVerifierAuthsignal
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Authsignal's proofs of an action (A75).
@Suite struct AuthsignalTests {
  private static let token =
    Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + "." + Base64URL.encode(Array(#"{"iat":1799999900}"#.utf8))
    + ".AA"
  private static let headers: HTTPHeaders = ["Authorization": "Authsignal " + token]

  private func backend(_ answer: JSONValue, status: Int = 200) throws -> Backend {
    try Backend(
      [
        "authsignal": [
          "tenantId": "t1", "region": "au", "verifier": ["secret": ["env": "KEY"], "actions": ["signIn"]],
        ]
      ], plugins: [.authsignal], environment: ["KEY": "secret-1"]
    ) { request in
      guard request.address == "https://au.api.authsignal.com/v1/validate",
        request.headers["Authorization"] == "Basic " + Base64.encode(Array("secret-1:".utf8)),
        request.body == JSONValue.object(["token": .string(Self.token)]).serialized
      else { return .json([:], status: 404) }
      return .json(answer, status: status)
    }
  }

  private static let valid: JSONObject = [
    "isValid": true, "state": "CHALLENGE_SUCCEEDED", "userId": "jane", "action": "signIn",
    "verificationMethod": "PASSKEY",
  ]

  private static func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
    var answer = valid
    answer[name] = value
    return .object(answer)
  }

  @Test("A proof is accepted once") func proof() async throws {
    let backend = try backend(.object(Self.valid))
    let principal = try await backend.verify(Self.headers)
    #expect(principal.subject == "jane" && principal.tenant == "t1" && principal.credential == .actionProof)
    #expect(
      principal.authenticationContext == "PASSKEY" && principal.authenticatedAt == Mint.now.addingTimeInterval(-100))
    #expect(try await backend.refusal(Self.headers)?.reason == .invalidCredential)
    var older = Self.valid
    older["action"] = nil
    older["actionCode"] = "signIn"
    #expect(try await self.backend(.object(older)).verify(Self.headers).subject == "jane")
  }

  @Test(
    "Other answers refuse",
    arguments: [
      changed("isValid", false), changed("isValid", "true"), changed("isValid", nil),
      changed("state", "CHALLENGE_REQUIRED"), changed("state", nil), changed("action", "manage"),
      changed("action", nil),
    ]) func refused(_ answer: JSONValue) async throws
  {
    #expect(try await backend(answer).refusal(Self.headers)?.reason == .invalidCredential)
  }

  @Test("A failure of the vendor or of the secret makes no proof invalid") func unavailable() async throws {
    for status in [401, 403, 500, 503, 429] {
      #expect(try await backend([:], status: status).refusal(Self.headers)?.reason == .unavailable)
    }
    #expect(try await backend([:], status: 400).refusal(Self.headers)?.reason == .invalidCredential)
    #expect(try await backend(Self.changed("userId", nil)).refusal(Self.headers)?.reason == .unavailable)
  }

  @Test("A proof is no bearer token") func bearer() async throws {
    let backend = try backend(.object(Self.valid))
    #expect(try await backend.refusal(Secret(Self.token))?.reason == .invalidCredential)
    #expect(backend.vendor.requests.isEmpty)
  }

  @Test("The secret and the actions are required") func configuration() throws {
    for verifier in [["actions": ["signIn"]], ["secret": ["env": "KEY"]]] as [JSONValue] {
      #expect(throws: AuthError(.invalidConfiguration, "")) {
        try Backend(["authsignal": ["tenantId": "t1", "verifier": verifier]], plugins: [.authsignal]) { _ in .json([:])
        }
      }
    }
  }
}
