import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The descriptions of requests, prompts and contexts.
@Suite struct FlowDescriptionTests {
  private func parts(_ value: some Redacting) -> [String: String] {
    Dictionary(value.shownParts.map { ($0.key, $0.value) }) { first, _ in first }
  }

  @Test("a request shows its method, its session, and its redirect URL without the query") func request() throws {
    var request = FlowRequest()
    #expect(parts(request)["method"] == "nil")
    #expect(parts(request)["redirectURL"] == "nil")
    #expect(parts(request)["session"] == "nil")
    request.method = .emailOTP
    let url: URL = try #require(URL(string: "https://app.example/back?code=secret"))
    request.redirectURL = url
    request.session = .sample("s7")
    #expect(parts(request)["method"] == MethodID.emailOTP.rawValue)
    #expect(parts(request)["redirectURL"]?.hasPrefix("https://app.example") == true)
    #expect(parts(request)["redirectURL"]?.contains("secret") == false)
    #expect(parts(request)["session"] == "s7")
  }

  @Test("an approval shows when it ends, and its page without the query") func approval() throws {
    let end = Date(timeIntervalSince1970: 1_800_000_000)
    let page = try #require(URL(string: "https://vendor.example/approve?code=secret"))
    let shown = parts(ApprovalPrompt(verificationURL: page, expiresAt: end))
    #expect(shown["expiresAt"] == "\(end)")
    #expect(shown["verificationURL"]?.hasPrefix("https://vendor.example") == true)
    #expect(shown["verificationURL"]?.contains("secret") == false)
    #expect(parts(ApprovalPrompt())["expiresAt"] == "nil")
    #expect(parts(ApprovalPrompt())["verificationURL"] == "nil")
    #expect(parts(ApprovalPrompt())["isClaimed"] == "false")
    #expect(parts(ApprovalPrompt(isClaimed: true))["isClaimed"] == "true")
    #expect(parts(ApprovalPrompt())["isLinkSent"] == "false")
    #expect(parts(ApprovalPrompt(isLinkSent: true))["isLinkSent"] == "true")
  }

  @Test("a redirect shows its scheme") func redirect() throws {
    let page = try #require(URL(string: "https://vendor.example/authorize?state=secret"))
    #expect(parts(RedirectPrompt(url: page, callbackScheme: "app"))["callbackScheme"] == "app")
    #expect(parts(RedirectPrompt(url: page, callbackScheme: nil))["callbackScheme"] == "nil")
  }

  @Test("a context shows all fields but the values of its details") func context() {
    var context = PromptContext()
    for name in ["stepID", "stepLabel", "phase", "attemptsRemaining", "traceID", "lastError", "details"] {
      #expect(parts(context)[name] == "nil", "\(name)")
    }
    context.stepID = "step"
    context.stepLabel = "label"
    context.phase = "challenge"
    context.attemptsRemaining = 2
    context.traceID = "trace"
    context.lastError = AuthError(.invalidCode, "Wrong.")
    context.details = ["one": "secret", "two": 2]
    let shown = parts(context)
    #expect(shown["stepID"] == "step" && shown["stepLabel"] == "label" && shown["phase"] == "challenge")
    #expect(shown["attemptsRemaining"] == "2" && shown["traceID"] == "trace")
    #expect(shown["lastError"] == AuthError.Code.invalidCode.rawValue)
    #expect(shown["details"] == "one two")
    context.details = "secret"
    #expect(parts(context)["details"] == "…")
  }
}
