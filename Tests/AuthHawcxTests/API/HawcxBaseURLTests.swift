import AuthCore
import AuthHawcx
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxBaseURLTests {
  @Test func everyFormLeadsToTheSameEndpoint() throws {
    let table: [(text: String, endpoint: String, root: String)] = [
      ("https://t.example", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example/", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example/v1", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example/v1///", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example/v1/auth", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example/v1/auth/", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example/auth", "https://t.example/auth/v1/auth", "https://t.example/auth"),
      ("https://t.example/edge", "https://t.example/edge/v1/auth", "https://t.example/edge"),
      ("https://t.example/edge/v1", "https://t.example/edge/v1/auth", "https://t.example/edge"),
      ("https://t.example/v1?x=1#y", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example?x=/v1", "https://t.example/v1/auth", "https://t.example"),
      ("HTTPS://T.Example:443/", "https://t.example/v1/auth", "https://t.example"),
      ("https://t.example:8443", "https://t.example:8443/v1/auth", "https://t.example:8443"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/auth", "http://127.0.0.1:8080"),
      ("http://localhost:8080/hawcx", "http://localhost:8080/hawcx/v1/auth", "http://localhost:8080/hawcx"),
      ("http://[::1]:9", "http://[::1]:9/v1/auth", "http://[::1]:9"),
    ]
    for row in table {
      let url = try HawcxBaseURL(row.text)
      #expect(url.flowEndpoint.absoluteString == row.endpoint)
      #expect(url.root.absoluteString == row.root)
    }
  }

  @Test func refusesUnsafeURLsByName() {
    let texts = [
      "", "t.example", "http://t.example", "http://127.0.0.2", "ftp://t.example", "https://a:b@t.example",
      "https:///x", "https://t.example/a b", "https://t.example\\x", "https://t%2eexample", "https://tä.example",
      "https://t.example/../v1", "https://t.example/./v1", "https://t.example/a%2Fb", "https://t.example/%2e%2e/v1",
      "https://t.example/a//b", "https://t.example/%zz", "https://t.example:0", "https://t.example:99999",
    ]
    for text in texts {
      do throws(AuthError) {
        _ = try HawcxBaseURL(text, at: "$.providers.hawcx.baseURL")
        Issue.record("accepted \(text)")
      } catch {
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.hasPrefix("$.providers.hawcx.baseURL must be"))
      }
    }
  }
}
