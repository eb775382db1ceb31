import AuthAppSessions
import AuthAppSessionsAuthsignal
import AuthCore
import AuthSandbox
import AuthSandboxKit
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Webhooks from Python, from the vendor's own verification (see `Tests/Vectors/README.md`), and from the sandbox.
@Suite struct AuthsignalWebhookTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let signature: String
    let body: String
    let outcome: String
    var testDescription: String { name }
  }

  private static let vectors: JSONValue = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(2)
    let path = (parts + ["Vectors", "app-session-events.json"]).joined(separator: "/")
    let bytes = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    return (try? JSONValue(parsing: bytes)) ?? .null
  }()

  private static let cases: [Case] = (vectors["webhooks"]?.arrayValue ?? []).map { value in
    Case(
      name: value["name"]?.stringValue ?? "", signature: value["signature"]?.stringValue ?? "",
      body: value["body"]?.stringValue ?? "", outcome: value["outcome"]?.stringValue ?? "")
  }

  private static let now = Date(timeIntervalSince1970: vectors["now"]?.numberValue ?? 0)
  private static let secret = Secret(vectors["webhookSecret"]?.stringValue ?? "")
  private let verifier = AuthsignalWebhookVerifier(secrets: [secret], tenantID: "tenant-1")

  @Test("there are cases of every outcome") func vectorsAreThere() {
    #expect(Self.cases.count == 20)
    #expect(
      Set(Self.cases.map(\.outcome)) == ["ends", "none", "token_expired", "signature_invalid", "invalid_request"])
  }

  @Test("each webhook", arguments: cases) func webhook(_ row: Case) {
    do throws(AuthError) {
      let event = try verifier.verify(Array(row.body.utf8), signature: row.signature, at: Self.now)
      #expect(event.tenantID == "tenant-1" && event.userID == "user-1")
      #expect(event.time == Self.now.addingTimeInterval(-10))
      let notice = event.notice(of: "authsignal")
      #expect(notice.source == "authsignal/tenant-1" && notice.id == "bc1598bc-e5d6-4c69-9afb-1a6fe3469d6e")
      let ending = AppSessionEnding(
        provider: "authsignal", target: .subject("user-1"), before: event.time, reason: .credentialChange)
      #expect(notice.endings == (row.outcome == "ends" ? [ending] : []))
      #expect(["ends", "none"].contains(row.outcome))
    } catch {
      #expect(error.code.rawValue == row.outcome, "\(error)")
    }
  }

  @Test("every changed byte of the body is noticed") func changedBytes() throws {
    let row = try #require(Self.cases.first)
    for index in row.body.utf8.indices.map({ row.body.utf8.distance(from: row.body.utf8.startIndex, to: $0) }) {
      var body = Array(row.body.utf8)
      body[index] ^= 1
      #expect(throws: AuthError(.signatureInvalid, "")) {
        try verifier.verify(body, signature: row.signature, at: Self.now)
      }
    }
  }

  @Test("a missing header, a large body, another tenant and a verifier without a secret") func others() throws {
    let row = try #require(Self.cases.first)
    let body = Array(row.body.utf8)
    #expect(throws: AuthError(.signatureInvalid, "")) { try verifier.verify(body, signature: nil, at: Self.now) }
    let large = Array(repeating: UInt8(0x20), count: 65_537)
    #expect(throws: AuthError(.invalidRequest, "")) {
      try verifier.verify(large, signature: row.signature, at: Self.now)
    }
    let other = AuthsignalWebhookVerifier(secrets: [Self.secret], tenantID: "tenant-2")
    #expect(throws: AuthError(.invalidRequest, "")) { try other.verify(body, signature: row.signature, at: Self.now) }
    for secrets in [[], [Secret("")]] {
      let empty = AuthsignalWebhookVerifier(secrets: secrets)
      #expect(throws: AuthError(.signatureInvalid, "")) {
        try empty.verify(body, signature: row.signature, at: Self.now)
      }
    }
    // While the key is replaced, both are accepted.
    let two = AuthsignalWebhookVerifier(secrets: [Secret("new"), Self.secret])
    #expect(try two.verify(body, signature: row.signature, at: Self.now).type == "authenticator.deleted")
  }

  @Test("a removed authenticator in the sandbox ends the user's sessions, once") func sandbox() async throws {
    let clock = ManualClock()
    let sandbox = try Sandbox(clock: clock)
    let block = try #require(sandbox.descriptor["authsignal"])
    let secret = Secret(try #require(block["webhookSecret"]?.stringValue))
    let basic = "Basic " + Base64.encode(secret.revealBytes() + [0x3A])
    func server(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
      let (target, headers) = (
        "/authsignal/v1/users/user-1/authenticators" + path, ["Authorization": basic] as HTTPHeaders
      )
      let request =
        body.map { SandboxRequest(method, target, json: $0, headers: headers) }
        ?? SandboxRequest(method, target, headers: headers)
      return try JSONValue(parsing: sandbox.handle(request).body)
    }
    let enrolled = try server("POST", "", ["verificationMethod": "EMAIL_OTP", "email": "jane@example.com"])
    let id = try #require(enrolled["authenticator"]?["userAuthenticatorId"]?.stringValue)
    _ = try server("DELETE", "/" + id)
    let sessions = AppSessions(records: MemoryRecordStore(), clock: clock)
    var request = AppSessionRequest(subject: "jane", provider: "authsignal", providerSubject: "user-1")
    request.authenticatedAt = clock.now().addingTimeInterval(-60)
    let issued = try await sessions.issue(request)
    let webhooks = AuthsignalWebhookVerifier(secrets: [secret])
    var ended: [SessionID] = []
    for message in try sandbox.json("GET", "/authsignal/webhooks")["webhooks"]?.arrayValue ?? [] {
      let body = Array(try #require(message["body"]?.stringValue).utf8)
      let event = try webhooks.verify(
        body, signature: message["headers"]?["X-Signature-V2"]?.stringValue, at: clock.now())
      ended += try await sessions.handle(event.notice(of: "authsignal"))
    }
    #expect(ended == [issued.session.id])
  }
}
