import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decision whether a URL is a page's callback: by its scheme, and by `state` in the query or the fragment.
@Suite struct RedirectPromptTests {
  private func takes(_ callback: String, scheme: String? = nil, state: String? = nil) throws -> Bool {
    let page = try #require(URL(string: "https://vendor.example/authorize"))
    let prompt = RedirectPrompt(url: page, callbackScheme: scheme, callbackState: state)
    return prompt.takes(try #require(URL(string: callback)))
  }

  @Test func schemes() throws {
    #expect(try takes("app://callback"))
    #expect(try takes("app://callback", scheme: "app"))
    #expect(try takes("app://callback", scheme: "APP"))
    #expect(try !takes("other://callback", scheme: "app"))
    #expect(try !takes("other://callback?state=abc", scheme: "app", state: "abc"))
  }

  @Test func states() throws {
    #expect(try takes("app://callback?code=1&state=abc", scheme: "app", state: "abc"))
    #expect(try takes("app://callback#state=abc", state: "abc"))
    #expect(try takes("app://callback?code=1#state=abc", state: "abc"))
    #expect(try takes("?state=abc", state: "abc"), "a URL that begins with its query")
    #expect(try !takes("app://callback?state=abd", scheme: "app", state: "abc"))
    #expect(try !takes("app://callback", scheme: "app", state: "abc"))
    #expect(try !takes("app:state=abc", state: "abc"), "a path is not a query")
  }
}
