package import AuthCore
package import AuthTesting

/// The input of a matrix: the provider's fixture, and what a hostile vendor needs beyond it.
package struct HostileFixture: Sendable {
  /// The fixture of the provider's conformance suite.
  package var provider: ProviderFixture
  /// Whether the ceremonies that the fixture and the provider's capabilities determine are part of the matrix.
  package var hasCommonCeremonies = true
  /// The provider's own ceremonies.
  package var ceremonies: [HostileCeremony] = []
  /// Answers a prompt that the conformance suite does not know; nil for the suite's answer.
  package var answer: @Sendable (Prompt, HostileRun) async throws -> FlowAnswer? = { _, _ in nil }
  /// Makes a challenge of another device wait for a decision on this device (`ChallengeApproving`).
  package var makeChallenge: (@Sendable (HostileRun) async throws -> PendingChallenge)?
  /// Makes the device one that has something to forget (`DeviceForgetting`).
  package var prepareDevice: @Sendable (HostileRun) async throws -> Void = { _ in }

  /// Creates the input.
  package init(_ provider: ProviderFixture) { self.provider = provider }

  /// Changes the provider's block of the configuration.
  package mutating func configure(_ change: @escaping @Sendable (inout JSONObject) -> Void) {
    let makeServer = provider.makeServer
    provider.makeServer = { clock in
      var server = try await makeServer(clock)
      change(&server.configuration)
      return server
    }
  }
}
