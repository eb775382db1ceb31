import AuthTesting
import Testing

/// The adapter and the vendor's sandbox against every law of the conformance suite. Read in the report which laws are
/// not applicable and why: one reason is a field that the adapter does not read. Also read the notes at its end.
@Suite struct __Name__ConformanceTests {
  @Test func conforms() async {
    let report = await ProviderConformance(.__name__).report()
    report.show()
    #expect(report.failures.isEmpty)
  }
}
