import AuthTesting
import Testing

/// Every law of the contract, on the adapter and the vendor's sandbox. Read in its report, too, which
/// laws are not applicable and why: a field that the adapter does not read can make a law not applicable.
@Suite struct __Name__ConformanceTests {
  @Test func conforms() async {
    let report = await ProviderConformance(.__name__).report()
    print(report)
    #expect(report.failures.isEmpty)
  }
}
