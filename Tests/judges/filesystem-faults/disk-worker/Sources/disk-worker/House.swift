import AuthCore
import AuthPrivy
import AuthSandbox
import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Clients of the store, with Privy as the vendor.
enum House {
  /// A client with a sandbox in this process. Each request to the vendor leaves a mark when it is sent and when its
  /// response has come. Prints the configuration, with which another process can open the same store.
  static func client(_ place: Place, _ marks: Marks, _ random: any RandomSource) throws -> AuthClient {
    let sandbox = try Sandbox(clock: StandingClock(), random: random)
    say(["configuration": sandbox.configuration])
    let transport = MarkingTransport(
      next: SandboxTransport(sandbox: sandbox, clock: StandingClock()), marks: marks)
    let auth = try client(AuthConfiguration(parsing: sandbox.configuration.serialized), place, transport)
    try auth.setTokenProvider(
      ClosureTokenProvider { request in
        let subject = request.identifier ?? "jane@example.com"
        let answer = sandbox.handle(SandboxRequest("POST", "/sandbox/idp/token", json: ["sub": .string(subject)]))
        return try JSONValue(parsing: answer.body)["token"]?.stringValue.map { Secret($0) }
      }, provider: "privy")
    return auth
  }

  /// A client of an app that starts again. The vendor accepts a sign-out; every other request fails.
  static func offlineClient(_ configuration: AuthConfiguration, _ place: Place) throws(AuthError) -> AuthClient {
    try client(configuration, place, NoTransport())
  }

  private static func client(
    _ configuration: AuthConfiguration, _ place: Place, _ transport: any HTTPTransport
  ) throws(AuthError) -> AuthClient {
    var configuration = configuration
    configuration.provider = "privy"
    let services = ProviderServices(
      transport: transport, keys: KeyRing(place.keys), records: place.records, clock: StandingClock())
    return try AuthClient(
      configuration: configuration, plugins: [.privy],
      services: ClientServices(provider: services, sessionStore: place.sessions))
  }
}

private struct NoTransport: HTTPTransport {
  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if request.url.path.hasSuffix("/sessions/logout") { return TransportResponse(status: 200, body: Array("{}".utf8)) }
    throw AuthError(.network, "There is no network.")
  }
}

private struct MarkingTransport: HTTPTransport {
  let next: any HTTPTransport
  let marks: Marks

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    marks.add("sent", ["path": .string(request.url.path)])
    let response = try await next.send(request)
    marks.add("answered", ["path": .string(request.url.path)])
    return response
  }
}
