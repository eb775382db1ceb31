import HostileVendor
import Testing

/// Every response of every ceremony of the Authsignal-style provider, replaced by nonsense that arrives over a real connection.
@Suite struct AuthsignalHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    let fixture = try AuthsignalConformanceTests.fixture()
    #expect(try await HostileMatrix(fixture).faults().isEmpty)
  }
}
