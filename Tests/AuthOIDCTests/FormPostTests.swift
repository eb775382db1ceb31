import AuthCore
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The issuer's page posts its response to a service (OAuth 2.0 Form Post Response Mode).
@Suite struct FormPostTests {
  private func url(_ text: String = Bench.redirect) throws -> URL { try #require(URL(string: text)) }

  @Test func aPostedFormEndsTheSignIn() async throws {
    let bench = try Bench(["responseMode": "form_post"])
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    #expect(page["response_mode"] == "form_post")
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: page["nonce"])))
    let form = PercentEncoding.encodeForm([
      ("state", page["state"] ?? ""), ("code", "a+b/c=&d"), ("user", #"{"name":{"firstName":"Jane"}}"#),
    ])
    try await flow.resume(form: Array(form.utf8), postedTo: url())
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    #expect(session.subject == "user-1")
    #expect(bench.issuer.requests("/token").first?.form["code"] == "a+b/c=&d")
  }

  @Test func theQueryIsTheDefault() async throws {
    let bench = try Bench()
    #expect(try await bench.page(bench.auth.signIn())["response_mode"] == nil)
  }

  /// A form for another flow, and one that repeats a parameter, keep the prompt.
  @Test func aStrayFormKeepsThePrompt() async throws {
    for form in ["code=c&state=other", "code=c", "code=a&code=b&state="] {
      let bench = try Bench(["responseMode": "form_post"])
      let flow = bench.auth.signIn()
      _ = try await bench.page(flow)
      try await flow.resume(form: Array(form.utf8), postedTo: url())
      for await update in flow {
        guard case .prompt(_, let context) = update, let error = context.lastError else { continue }
        #expect(error.code == .redirectMismatch)
        await flow.cancel()
      }
      #expect(bench.issuer.requests("/token").isEmpty)
    }
  }

  /// No browser posts a form to an app's own scheme.
  @Test func refusesAnAppsOwnScheme() async throws {
    let bench = try Bench(["responseMode": "form_post", "redirectURL": "com.example.app:/done"])
    await #expect(throws: AuthError(.invalidRequest, "")) { try await bench.page(bench.auth.signIn()) }
    #expect(bench.issuer.requests("").isEmpty)
  }

  @Test func otherBodiesAreRefused() async throws {
    let bench = try Bench(["responseMode": "form_post"])
    let flow = bench.auth.signIn()
    _ = try await bench.page(flow)
    let bodies: [[UInt8]] = [
      [], Array("a=%zz".utf8), [0xFF, 0xFE], Array("code=".utf8) + [UInt8](repeating: 0x61, count: 8192),
    ]
    for body in bodies {
      await #expect(throws: AuthError(.invalidRequest, "")) { try await flow.resume(form: body, postedTo: url()) }
    }
    for address in [Bench.redirect + "?a=b", Bench.redirect + "#a"] {
      await #expect(throws: AuthError(.invalidRequest, "")) {
        try await flow.resume(form: Array("code=c&state=s".utf8), postedTo: url(address))
      }
    }
    await flow.cancel()
  }
}
