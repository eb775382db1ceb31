import AuthCore
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which addresses a tracked action's page may have.
@Suite struct PageAddressTests {
  @Test(arguments: [
    ("https://mfa.example/x?a=b", true), ("http://localhost:8787/x", true), ("http://127.0.0.1/x", true),
    ("http://[::1]:8787/x", true), ("http://mfa.example/x", false), ("ftp://localhost/x", false),
  ])
  func takesHTTPSAndLoopback(address: String, isAllowed: Bool) throws {
    let url = try #require(URL(string: address))
    let page = try? AuthsignalProvider.pageURL(url, provider: "authsignal")
    #expect((page != nil) == isAllowed)
    if let page { #expect(page.absoluteString.hasSuffix("nativeScheme=authsignal")) }
  }
}
