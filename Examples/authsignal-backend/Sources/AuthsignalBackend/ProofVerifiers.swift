import AuthCore
import AuthVerifier
import AuthVerifierAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies the proofs with which the app's flows end: the vendor validates each, and each is accepted once. Sign-ins and
/// step-ups have separate verifiers, so that the proof of a step-up does not open a session.
struct ProofVerifiers: Sendable {
  private let signIns: RequestVerifier
  private let stepUps: RequestVerifier
  private let url: URL

  init(
    _ configuration: BackendConfiguration, transport: any HTTPTransport, clock: any AuthClock
  ) throws(AuthError) {
    url = configuration.baseURL
    let services = VerifierServices(transport: transport, clock: clock)
    signIns = try Self.verifier([BackendConfiguration.signInAction], configuration, services)
    stepUps = try Self.verifier(configuration.stepUpActions, configuration, services)
  }

  /// Verifies the proof of a sign-in.
  func signIn(_ proof: String) async throws(RequestRefusal) -> Principal {
    try await signIns.verify(presented(proof), resolvingAccount: false)
  }

  /// Verifies the proof of a step-up.
  func stepUp(_ proof: String) async throws(RequestRefusal) -> Principal {
    try await stepUps.verify(presented(proof), resolvingAccount: false)
  }

  private func presented(_ proof: String) -> PresentedRequest {
    PresentedRequest("POST", url, headers: ["Authorization": "Authsignal " + proof])
  }

  private static func verifier(
    _ actions: [String], _ configuration: BackendConfiguration, _ services: VerifierServices
  ) throws(AuthError) -> RequestVerifier {
    let block: JSONValue = [
      "baseURL": .string(configuration.baseURL.absoluteString), "tenantId": .string(configuration.tenantID),
      "verifier": ["secret": ["env": "SECRET"], "actions": .array(actions.map { .string($0) })],
    ]
    return try RequestVerifier(
      configuration: AuthConfiguration(
        ["provider": "authsignal", "providers": ["authsignal": block]],
        sources: ConfigurationSources(environment: ["SECRET": configuration.secret.revealText()])),
      plugins: [.authsignal], services: services)
  }
}
