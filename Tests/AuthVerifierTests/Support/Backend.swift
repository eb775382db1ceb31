import AuthCore
import AuthTesting
import AuthVerifier
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A backend with a configuration and a vendor.
struct Backend {
  let verifier: RequestVerifier
  let vendor: AnsweringTransport
  static let address = "https://backend.example/me"

  init(
    _ providers: JSONObject, plugins: [VerifierPlugin], environment: [String: String] = [:],
    accounts: (any AccountResolving)? = nil, options: RequestVerifier.Options = RequestVerifier.Options(),
    answering answers: @escaping @Sendable (TransportRequest) throws(AuthError) -> TransportResponse
  ) throws {
    vendor = AnsweringTransport(answers)
    let configuration = try AuthConfiguration(
      ["provider": .string(providers.names[0]), "providers": .object(providers)],
      sources: ConfigurationSources(environment: environment))
    let services = VerifierServices(transport: vendor, clock: ManualClock(Mint.now))
    verifier = try RequestVerifier(
      configuration: configuration, plugins: plugins, services: services, accounts: accounts, options: options)
  }

  static func request(_ headers: HTTPHeaders, method: String = "GET") throws -> PresentedRequest {
    PresentedRequest(method, try #require(URL(string: address)), headers: headers)
  }

  /// Verifies a request with these header fields.
  func verify(
    _ headers: HTTPHeaders, requiring requirement: AccessRequirement = AccessRequirement()
  ) async throws -> Principal {
    try await verifier.verify(Self.request(headers), requiring: requirement)
  }

  func verify(_ token: Secret) async throws -> Principal {
    try await verify(["Authorization": "Bearer " + token.revealText()])
  }

  /// Returns the refusal of a request; nil if it is accepted.
  func refusal(
    _ headers: HTTPHeaders, requiring requirement: AccessRequirement = AccessRequirement()
  ) async throws -> RequestRefusal? {
    do {
      _ = try await verify(headers, requiring: requirement)
      return nil
    } catch let refusal as RequestRefusal {
      return refusal
    }
  }

  func refusal(_ token: Secret) async throws -> RequestRefusal? {
    try await refusal(["Authorization": "Bearer " + token.revealText()])
  }
}
