import AuthCore
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
    let directory = FileManager.default.temporaryDirectory.path + "/latchkey-bench-" + SystemRandomSource().uuid()
    do { try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true) } catch {
      throw AuthError(.storePermissions, "\(directory) cannot be created.")
    }
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let sandbox = try DemoSandbox(directory: directory)
    try await sandbox.signInAtIdentitySystem("bench@example.org")
    let auth = try AuthClient(
      configuration: .load(contentsOf: sandbox.configurationPath, provider: "privy", environment: [:]),
      plugins: LinkedProviders.plugins)
    for await update in auth.signIn() {
      if case .failed(let error) = update { throw error }
    }
    let api = try sandbox.api()
    let token = try await auth.session().tokens.access?.revealText() ?? ""
    guard let client = cbench_client_new(api.absoluteString, "Authorization: Bearer \(token)") else {
      throw AuthError(.invalidConfiguration, "libcurl could not be loaded for the comparison.")
    }
    defer { cbench_client_free(client) }
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
    // The server runs in this process, so its allocations cannot be told from the client's.
    return BenchmarkResult(
      value: measured.value, unit: "requests/s", floor: measured.floor, ratio: measured.ratio, allocations: nil)
  }
}
