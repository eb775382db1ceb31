import AuthCore
import HostileVendor
import Testing

/// Every response of every ceremony of the Privy-style provider, replaced by nonsense that arrives over a real connection.
@Suite struct PrivyHostileTests {
  @Test func everyResponseToCodesIsReplaced() async throws {
    let fixture = try PrivyConformanceTests.fixture(
      FlowRequest(identifier: "jane@example.com", method: .emailOTP), hasTokenProvider: false)
    #expect(try await HostileMatrix(fixture).faults().isEmpty)
  }

  @Test func everyResponseToTheAppsTokensIsReplaced() async throws {
    let fixture = try PrivyConformanceTests.fixture(FlowRequest(), hasTokenProvider: true)
    #expect(try await HostileMatrix(fixture).faults().isEmpty)
  }
}
