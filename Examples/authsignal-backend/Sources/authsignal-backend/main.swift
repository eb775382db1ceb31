import AuthAppSessionsAuthsignal
import AuthCore
import AuthStorage
import AuthTransport
import AuthsignalBackend
import BackendServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// authsignal-backend [PORT]: serves on 127.0.0.1 and prints its address. The default port is 3000; 0 selects a free port.
do {
  let port = CommandLine.arguments.count > 1 ? UInt16(CommandLine.arguments[1]) ?? 3000 : 3000
  let environment = ProcessInfo.processInfo.environment
  let configuration = try BackendConfiguration(environment: environment)
  let records = environment["SESSIONS_DIRECTORY"].map { FileRecordStore(FileStorage(directory: $0)) }
  let backend = try Backend(
    configuration, transport: try SystemTransport.make(), records: records,
    receive: { event in
      print("\(event.type) \(event.id)")
      fflush(nil)
    })
  let server = try HTTPServer(port: port)
  print("Auth backend listening on http://127.0.0.1:\(server.port)")
  // A pipe receives the line only after a flush.
  fflush(nil)
  server.run { await backend.answer($0) }
} catch {
  print((error as? AuthError)?.message ?? "\(error)")
  exit(78)
}
