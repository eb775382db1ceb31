import AuthTesting
import Testing

/// Every law of the contract, on the adapter and the vendor's sandbox. When this test passes, the adapter is done.
@Suite struct __Name__ConformanceTests {
  @Test func conforms() async {
    let report = await ProviderConformance(.__name__).report()
    print(report)
    #expect(report.failures.isEmpty)
  }
}
