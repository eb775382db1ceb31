import AuthCore
import AuthStorage
import AuthTesting
import Testing

@Suite struct ProviderConformanceTests {
  @Test func aMadeUpProviderConforms() async {
    let report = await ProviderConformance(.acme()).report()
    print(report)
    #expect(report.failures.isEmpty)
    #expect(report.entries.map(\.law) == ProviderConformance.laws)
  }

  @Test func aMadeUpProviderConformsByLink() async {
    let report = await ProviderConformance(.acme(by: .link)).report()
    #expect(report.failures.isEmpty, "\(report)")
    #expect(Set(report.held).isSuperset(of: ["flow.foreign-callback", "flow.wrong-form", "flow.refused-answer"]))
  }

  @Test func aMadeUpProviderConformsByPassword() async {
    let report = await ProviderConformance(.acme(by: .password)).report()
    #expect(report.failures.isEmpty, "\(report)")
    #expect(Set(report.held).isSuperset(of: ["secrecy.values", "flow.wrong-form", "flow.refused-answer"]))
  }

  @Test func aProviderWithoutCapabilitiesConforms() async {
    let report = await ProviderConformance(.acme(.neverSuspends, plugin: .mute)).report()
    #expect(report.failures.isEmpty, "\(report)")
    #expect(
      report.notApplicable.contains { $0.law == "refresh.one-for-many" && $0.reason.contains("sessionRefreshing") })
  }

  @Test func lawsHaveDifferentNames() {
    #expect(Set(ProviderConformance.laws).count == ProviderConformance.laws.count)
  }
}
