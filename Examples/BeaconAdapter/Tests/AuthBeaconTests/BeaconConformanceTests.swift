import AuthTesting
import Testing

/// The adapter and Beacon's sandbox against every law of the conformance suite. The adapter is complete when this test
/// passes.
@Suite struct BeaconConformanceTests {
  @Test func conforms() async {
    let report = await ProviderConformance(.beacon).report()
    report.show()
    #expect(report.failures.isEmpty)
  }
}
