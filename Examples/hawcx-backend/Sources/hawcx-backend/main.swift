import AuthCore
import AuthStorage
import AuthTransport
import BackendServer
import HawcxBackend

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

// hawcx-backend [PORT]: serves on 127.0.0.1 and prints its address. The default port is 3000; 0 selects a free port.
do {
  let port = CommandLine.arguments.count > 1 ? UInt16(CommandLine.arguments[1]) ?? 3000 : 3000
  let environment = ProcessInfo.processInfo.environment
  let configuration = try BackendConfiguration(environment: environment)
  let records = environment["SESSIONS_DIRECTORY"].map { FileRecordStore(FileStorage(directory: $0)) }
  let backend = Backend(configuration, transport: try SystemTransport.make(), records: records)
  let server = try HTTPServer(port: port)
  print("Auth backend listening on http://127.0.0.1:\(server.port)")
  // A pipe receives the line only after a flush.
  fflush(nil)
  server.run { await backend.answer($0) }
} catch {
  print((error as? AuthError)?.message ?? "\(error)")
  exit(78)
}
