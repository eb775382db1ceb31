import AuthTesting
import Testing

/// Every law of the contract, on the adapter and Beacon's sandbox. The adapter is done when this test passes.
@Suite struct BeaconConformanceTests {
  @Test func conforms() async {
    let report = await ProviderConformance(.beacon).report()
    print(report)
    #expect(report.failures.isEmpty)
  }
}
