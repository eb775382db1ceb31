import HostileVendor
import Testing

/// Every response of every ceremony of the Turnkey-style provider, replaced by nonsense that arrives over a real connection.
@Suite struct TurnkeyHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    let fixture = try TurnkeyConformanceTests.fixture()
    #expect(try await HostileMatrix(fixture).faults().isEmpty)
  }
}
