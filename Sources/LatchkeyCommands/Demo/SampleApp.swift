import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app that signs a user in and calls its API. It is written once: no code in this file depends on a vendor, and the
/// demonstration runs it unchanged for every vendor.
struct SampleApp: Sendable {
  /// The result, as the app sees it.
  struct Visit: Sendable {
    let session: Session
    let isNewUser: Bool
    /// The methods that the provider offers, in order of preference.
    let methods: [MethodID]
    let response: TransportResponse
  }

  let configuration: AuthConfiguration
  let services: ClientServices
  /// Shows prompts and supplies the user's answers.
  let console: FlowConsole

  /// Signs `identifier` in and sends an authorised request to `api`.
  func run(identifier: String, api: URL) async throws(AuthError) -> Visit {
    let auth = try AuthClient(configuration: configuration, plugins: LinkedProviders.plugins, services: services)
    let result = try await console.run(auth.signIn(identifier: identifier))
    guard case .session(let session, let isNewUser) = result else {
      throw AuthError(
        .invalidConfiguration,
        "The sign-in ended with '\(result.name)' instead of a session: only the app's backend can exchange it. "
          + "Configure `backend` for this provider.")
    }
    let response = try await auth.send(TransportRequest("GET", api))
    return Visit(
      session: session, isNewUser: isNewUser, methods: try auth.provider().methods, response: response)
  }
}
