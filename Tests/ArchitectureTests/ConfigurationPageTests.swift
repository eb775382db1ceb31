import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthOIDC
import AuthPrivy
import AuthTurnkey
import Testing

/// Checks that the page on configuration contains the tables that are generated from the code, and that every key has a
/// summary.
@Suite struct ConfigurationPageTests {
  private static let plugins: [ProviderPlugin] = [.turnkey, .privy, .hawcx, .authsignal, .oidc]

  @Test func thePageHasTheTablesOfTheCode() throws {
    let page = try SourceTree.text("Documentation/Configuration.md")
    let table = ConfigurationTable(plugins: Self.plugins).markdown
    #expect(
      page.contains(table),
      "put the output of 'latchkey config schema --markdown' between the marks in Documentation/Configuration.md")
  }

  @Test func everyKeyHasASummary() {
    for plugin in Self.plugins {
      func check(_ keys: [ConfigurationKey], _ path: String) {
        for key in keys {
          #expect(!key.summary.isEmpty, "\(path).\(key.name) has no summary")
          if case .object(let inner) = key.kind { check(inner, "\(path).\(key.name)") }
        }
      }
      #expect(plugin.keys().count > 3)
      check(plugin.keys(), plugin.type)
    }
  }
}
