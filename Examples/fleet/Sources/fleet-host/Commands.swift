import AuthCore
import BackendServer
import FleetHost

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program's commands.
enum Commands {
  /// How long a host may take to shut down.
  private static let patience = Duration.seconds(25)
  /// How long the host answers `/health` with 503 before it stops listening. A balancer must check `/health` at
  /// shorter intervals to stop sending requests in time.
  private static let notice = Duration.seconds(1)
  /// The part of `patience` that is reserved for the renewals in progress after the last response.
  private static let settling = Duration.seconds(5)

  static func configuration(_ path: String) throws(AuthError) -> HostConfiguration {
    let files = FileManager.default
    guard let bytes = files.contents(atPath: path) else {
      throw AuthError(.invalidConfiguration, "\(path) cannot be read. Check the path and the file's permissions.")
    }
    let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let sources = ConfigurationSources(
      environment: ProcessInfo.processInfo.environment, directory: directory.isEmpty ? "." : directory
    ) { FileManager.default.contents(atPath: $0).map { Array($0) } }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: Array(bytes))
    } catch {
      throw AuthError(.invalidConfiguration, "\(path) is not valid JSON: \(error). Correct the file.")
    }
    return try HostConfiguration(json, sources: sources)
  }

  /// Serves until `ending` finishes, then shuts the host down.
  ///
  /// - Returns: the exit status: 0 if all requests were answered, otherwise 1. If the host has not shut down within
  ///   `patience`, the process exits with 1 instead.
  static func serve(_ configuration: HostConfiguration, until ending: AsyncStream<Void>) async throws -> Int32 {
    let host = try Host(configuration)
    let server = try HTTPServer(
      port: configuration.port, address: configuration.address, connectionLimit: configuration.connectionLimit)
    await host.start { server.connectionCount }
    server.start(answering: { host.answer($0) })
    print("Serving on http://\(configuration.address):\(server.port)")
    // A pipe receives the line only after a flush.
    fflush(nil)
    for await _ in ending {}
    let end = ContinuousClock.now + patience
    // After `patience`, the process exits in any case. A renewal that was not stored by then is in the outbox, or can
    // be taken over when its lease ends.
    Task.detached {
      try await Task.sleep(until: end)
      print("Ended with requests or renewals in progress: they took longer than 25 seconds.")
      exit(1)
    }
    host.end()
    try await Task.sleep(for: notice)
    server.stop()
    let isDone = await server.drain(within: patience - notice - settling)
    await host.settle()
    print(isDone ? "All requests were answered." : "Ended with requests in progress.")
    return isDone ? 0 : 1
  }
}
