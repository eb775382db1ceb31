import AuthCore
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxCallbackTests {
  @Test func oneCodeAndOneStateAreRead() throws {
    let table: [(callback: String, opened: String, code: String)] = [
      ("app://callback?code=a%2Bb&state=s", "https://idp.example/?state=s", "a+b"),
      ("APP://callback?state=s&code=c", "https://idp.example/?x=1&state=s", "c"),
      ("app://callback#code=c&state=s", "https://idp.example/?state=s", "c"),
      ("app://callback?code=c&state=anything", "https://idp.example/", "c"),
      ("app://callback?code=%2541&state=s", "https://idp.example/?state=s", "%41"),
    ]
    for row in table {
      let callback = try HawcxCallback(url(row.callback), openedWith: url(row.opened), returnScheme: "app")
      #expect(callback.code == Secret(row.code), "\(row.callback)")
    }
  }

  @Test func everythingElseIsRefused() throws {
    let table: [(callback: String, code: AuthError.Code)] = [
      ("app://callback", .redirectMismatch), ("app://callback?code=c", .redirectMismatch),
      ("app://callback?state=s", .redirectMismatch), ("app://callback?code=&state=s", .redirectMismatch),
      ("app://callback?code=c&code=d&state=s", .redirectMismatch),
      ("app://callback?code=c&state=s&state=s", .redirectMismatch),
      ("app://callback?code=c&state=S", .redirectMismatch),
      ("evil://callback?code=c&state=s", .redirectMismatch), ("app://callback?code=%FF&state=s", .redirectMismatch),
      ("app://callback?error=access_denied&state=s", .redirectDenied),
      ("app://callback?error=access_denied&code=c&state=s", .redirectMismatch),
      ("app://callback#error=access_denied", .redirectDenied),
      ("app://callback?state=s&code=" + String(repeating: "c", count: 8192), .redirectMismatch),
    ]
    for row in table {
      do throws(AuthError) {
        _ = try HawcxCallback(
          url(row.callback), openedWith: url("https://idp.example/?state=s"), returnScheme: "app")
        Issue.record("accepted \(row.callback.prefix(60))")
      } catch {
        #expect(error.code == row.code, "\(row.callback.prefix(60))")
      }
    }
  }

  private func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }
}
