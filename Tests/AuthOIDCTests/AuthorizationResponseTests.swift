import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Valid and invalid callbacks. Any page can send a callback.
@Suite struct AuthorizationResponseTests {
  private let base = Bench.redirect

  private func pending(requiresIssuer: Bool = false) throws -> PendingAuthorization {
    try #require(
      PendingAuthorization(json: [
        "state": "s-1", "nonce": "n", "verifier": "v", "redirect_uri": .string(base),
        "issuer": .string(TestIssuer.name),
        "requires_issuer": .bool(requiresIssuer), "url": "https://issuer.example/authorize",
      ]))
  }

  /// Returns the result of a callback: `ok` with the code, or `stray` or `refused` with the error's code.
  private func verdict(_ text: String, requiresIssuer: Bool = false) throws -> String {
    let url = try #require(URL(string: text), "\(text)")
    do throws(AuthorizationResponse.Failure) {
      return "ok " + (try AuthorizationResponse(url, for: pendingOrFail(requiresIssuer))).code.revealText()
    } catch {
      switch error {
      case .stray(let fault): return "stray \(fault.code)"
      case .refused(let fault): return "refused \(fault.code)"
      }
    }
  }

  private func pendingOrFail(_ requiresIssuer: Bool) throws(AuthorizationResponse.Failure) -> PendingAuthorization {
    guard let pending = try? pending(requiresIssuer: requiresIssuer) else {
      throw .stray(AuthError(.internalError, "no flow"))
    }
    return pending
  }

  @Test func refusesTheAttackList() throws {
    let issuer = PercentEncoding.encode(TestIssuer.name)
    let long = String(repeating: "a", count: 8192)
    let cases: [(String, String)] = [
      ("?code=c&state=s-1", "ok c"), ("?code=c&state=s-1&iss=\(issuer)", "ok c"),
      ("?state=s-1&code=a%2Bb&session_state=x", "ok a+b"),
      // From another flow, or without a state.
      ("?code=c", "stray redirect_mismatch"), ("?code=c&state=s-2", "stray redirect_mismatch"),
      ("?code=c&state=", "stray redirect_mismatch"), ("?error=access_denied", "stray redirect_mismatch"),
      ("?error=access_denied&state=other", "stray redirect_mismatch"), ("", "stray redirect_mismatch"),
      // Ambiguous.
      ("?code=c&code=d&state=s-1", "stray redirect_mismatch"),
      ("?code=c&state=s-1&state=s-1", "stray redirect_mismatch"),
      ("?code=c&state=s-1&iss=\(issuer)&iss=evil", "stray redirect_mismatch"),
      ("?code=c&state=s-1&%63ode=d", "stray redirect_mismatch"), ("?code=%ff&state=s-1", "stray redirect_mismatch"),
      ("?code=c&error=access_denied&state=s-1", "refused redirect_mismatch"),
      // A fragment, and too many bytes.
      ("#code=c&state=s-1", "stray redirect_mismatch"), ("?code=c&state=s-1#x", "stray redirect_mismatch"),
      ("?code=\(long)&state=s-1", "stray redirect_mismatch"),
      // Another issuer (RFC 9207), by its exact text.
      ("?code=c&state=s-1&iss=https%3A%2F%2Fevil.example", "refused redirect_mismatch"),
      ("?code=c&state=s-1&iss=\(issuer)%2F", "refused redirect_mismatch"),
      ("?code=c&state=s-1&iss=", "refused redirect_mismatch"),
      // No code, and the issuer's own refusals.
      ("?state=s-1", "refused redirect_mismatch"), ("?code=&state=s-1", "refused redirect_mismatch"),
      ("?error=access_denied&state=s-1", "refused redirect_denied"),
      ("?error=server_error&state=s-1", "refused server_error"),
      ("?error=login_required&state=s-1", "refused reauthentication_required"),
      ("?error=%3Cscript%3E&state=s-1", "refused provider_error"),
    ]
    for (query, expected) in cases { #expect(try verdict(base + query) == expected, "\(query.prefix(80))") }
  }

  @Test func refusesACallbackAtAnotherAddress() throws {
    let addresses = [
      "http://127.0.0.1:4001/callback", "http://localhost:4000/callback", "https://127.0.0.1:4000/callback",
      "http://127.0.0.1:4000/callback/", "http://127.0.0.1:4000/", "com.example.app://callback",
    ]
    for address in addresses {
      #expect(try verdict(address + "?code=c&state=s-1") == "stray redirect_mismatch", "\(address)")
    }
  }

  @Test func refusesAMissingIssuerWhereRequired() throws {
    #expect(try verdict(base + "?code=c&state=s-1", requiresIssuer: true) == "refused redirect_mismatch")
    let named = base + "?code=c&state=s-1&iss=" + PercentEncoding.encode(TestIssuer.name)
    #expect(try verdict(named, requiresIssuer: true) == "ok c")
  }

  @Test func errorsContainNoPartOfTheCallback() throws {
    let url = try #require(URL(string: base + "?error=canary-1&error_description=canary-2&state=s-1"))
    do {
      _ = try AuthorizationResponse(url, for: try pending())
      Issue.record("the callback was accepted")
    } catch let failure as AuthorizationResponse.Failure {
      #expect(!"\(failure.error) \(failure.error.vendorCode ?? "")".contains("canary"))
    }
  }
}
