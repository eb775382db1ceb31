import AuthCore
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a person and an operator see of a sandbox.
extension Sandbox {
  /// The code that was sent last, to whomever.
  func lastCode() throws -> String {
    let answer = handle(SandboxRequest("GET", "/sandbox/outbox"))
    let messages = try #require(try JSONValue(parsing: answer.body)["messages"]?.arrayValue)
    return try #require(messages.last?["code"]?.stringValue, "no code was sent")
  }

  /// A code of the same form that is another one.
  func wrongCode() throws -> String {
    let code = try lastCode()
    return (code.hasPrefix("1") ? "2" : "1") + code.dropFirst()
  }

  /// Ends the sessions of a session's user at a vendor.
  func revoke(_ session: Session, of vendor: String) throws {
    let body: JSONValue = ["provider": .string(vendor), "subject": .string(session.subject)]
    let response = handle(SandboxRequest("POST", "/sandbox/revoke", json: body))
    #expect(response.status == 200)
  }

  /// Whether the app's backend no longer takes a token.
  func refuses(_ token: Secret?) async throws -> Bool {
    let bearer = "Bearer " + (token?.revealText() ?? "")
    return handle(SandboxRequest("GET", "/backend/me", headers: ["Authorization": bearer])).status == 401
  }
}
