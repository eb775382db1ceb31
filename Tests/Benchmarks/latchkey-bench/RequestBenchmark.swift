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
  /// The floor is C with the same libcurl, the finished header and one persistent connection.
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
      time: cbench_wall_seconds, isOnOneThread: false,
      floor: { (rounds) throws(AuthError) in
        guard cbench_get(client, rounds) == 1 else { throw AuthError(.internalError, "The bare request failed.") }
      },
      value: { (rounds) throws(AuthError) in
        for _ in 0..<rounds {
          let response = try await auth.send(TransportRequest("GET", api))
          guard response.status == 200 else {
            throw AuthError(.internalError, "The server responded with status \(response.status).")
          }
        }
      })
    // Requests use several threads, and allocations are counted for one thread only.
    return BenchmarkResult(
      value: measured.value, unit: "requests/s", floor: measured.floor, ratio: measured.ratio, allocations: nil)
  }

  /// Returns a client as an app makes it, except that its session is in memory and did not come from a sign-in.
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
