import AuthCore
import AuthCrypto
import AuthStorage
import AuthTransport
import BackendServer
import FleetSigner

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
  static func configuration(_ path: String, readsCallers: Bool = true) throws(AuthError) -> FleetConfiguration {
    do {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return try FleetConfiguration(
        JSONValue(parsing: Array(text.utf8)), environment: ProcessInfo.processInfo.environment,
        readsCallers: readsCallers)
    } catch let error as AuthError {
      throw error
    } catch {
      throw AuthError(.invalidConfiguration, "\(path) cannot be read, or is not JSON. Check the path and the file.")
    }
  }

  static func newToken() {
    let token = Base64URL.encode(SystemRandomSource().bytes(32))
    print("token        \(token)")
    print("tokenSHA256  \(Hex.encode(Array(SHA256.hash(data: Array(token.utf8)))))")
  }

  static func importKey(_ configuration: FleetConfiguration) async throws {
    guard let line = readLine(strippingNewline: true), let scalar = Hex.decode(line), scalar.count == 32 else {
      throw AuthError(.invalidRequest, "Standard input must contain a P-256 scalar: 64 hexadecimal digits.")
    }
    let key = try await store(configuration).importKey(Secret(scalar), .p256, namespace: configuration.namespace)
    print(Hex.encode(key.publicKey))
  }

  static func newKey(_ configuration: FleetConfiguration) async throws {
    let key = try await store(configuration)
      .generate(.p256, policy: KeyPolicy(), namespace: configuration.namespace)
    print(Hex.encode(key.publicKey))
  }

  /// Serves until `ending` finishes, and returns the exit status: 0 if all requests were answered, 1 if some took
  /// longer than 25 seconds.
  static func serve(_ configuration: FleetConfiguration, until ending: AsyncStream<Void>) async throws -> Int32 {
    let keys = try await FleetKeys(store(configuration), namespace: configuration.namespace)
    // With one write per line, the lines of several threads do not mix, and no lock is needed.
    let log = FleetLog(everything: configuration.logsEverything) { line in
      let bytes = Array((line + "\n").utf8)
      _ = write(2, bytes, bytes.count)
    }
    let fleet = try Fleet(configuration, keys: keys, transport: try SystemTransport.make(), log: log)
    let server = try HTTPServer(port: configuration.port, connectionLimit: configuration.connectionLimit)
    server.start(answering: { fleet.answer($0) })
    print("Keys: \(keys.count). Signing on http://127.0.0.1:\(server.port)")
    // A pipe receives the line only after a flush.
    fflush(nil)
    for await _ in ending {}
    fleet.end()
    server.stop()
    let isDone = await server.drain(within: .seconds(25))
    print(isDone ? "All requests were answered." : "Ended with requests in progress.")
    return isDone ? 0 : 1
  }

  private static func store(_ configuration: FleetConfiguration) -> FileKeyStore {
    FileKeyStore(FileStorage(directory: configuration.directory))
  }
}
