import HostileVendor
import Testing

/// Every response of every ceremony of the Hawcx-style provider, replaced by nonsense that arrives over a real connection.
@Suite struct HawcxHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    let fixture = try HawcxConformanceTests.fixture()
    #expect(try await HostileMatrix(fixture).faults().isEmpty)
  }
}
