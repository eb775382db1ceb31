import AuthCore
import AuthPrivy
import AuthRuntime
import CBench

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Benchmark {
  /// Authorised requests to a server on this machine, one after the other: session, header, queue, connection,
  /// response.
  ///
  /// Its floor is C on the same libcurl with the finished header and one kept connection.
  static let authorisedRequest = Benchmark(
    name: "authorised_request", summary: "authorised requests to a server on loopback"
  ) { () throws(AuthError) in
    let session = Session.ofUsualSize(of: "privy", now: Date())
    let header = "Bearer " + (session.tokens.access?.revealText() ?? "")
    guard let server = cbench_server_new(header) else {
      throw AuthError(.invalidConfiguration, "libmicrohttpd could not be loaded for the benchmark's server.")
    }
    defer { cbench_server_free(server) }
    let origin = "http://127.0.0.1:\(cbench_server_port(server))"
    guard let api = URL(string: origin + "/me"),
      let client = cbench_client_new(api.absoluteString, "Authorization: " + header)
    else { throw AuthError(.invalidConfiguration, "libcurl could not be loaded for the comparison.") }
    defer { cbench_client_free(client) }
    let auth = try await signedIn(session, origin: origin)
    let measured = try await SideBySide(
      time: cbench_wall_seconds,
      floor: { (rounds) throws(AuthError) in
        guard cbench_get(client, rounds) == 1 else { throw AuthError(.internalError, "The bare request failed.") }
      },
      value: { (rounds) throws(AuthError) in
        for _ in 0..<rounds {
          let response = try await auth.send(TransportRequest("GET", api))
          guard response.status == 200 else {
            throw AuthError(.internalError, "The server answered \(response.status).")
          }
        }
      })
    // Requests go through several threads, and allocations are counted for one.
    return BenchmarkResult(
      value: measured.value, unit: "requests/s", floor: measured.floor, ratio: measured.ratio, allocations: nil)
  }

  /// A client as an app makes it, except that its session is in memory and was not signed in to.
  private static func signedIn(_ session: Session, origin: String) async throws(AuthError) -> AuthClient {
    let configuration = try AuthConfiguration([
      "provider": "privy", "storage": ["sessions": "memory"],
      "providers": [
        "privy": ["appId": .string(session.tenant), "appClientId": "bench", "origins": [.string(origin)]]
      ],
    ])
    let services = try ClientServices.standard(for: configuration)
    try await services.sessionStore.save(session)
    try await services.sessionStore.select(session.id, for: session.providerID)
    return try AuthClient(configuration: configuration, plugins: [.privy], services: services)
  }
}
