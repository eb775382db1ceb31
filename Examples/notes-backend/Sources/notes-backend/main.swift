import AuthCore
import AuthStorage
import AuthTransport
import BackendServer
import NotesBackend

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

// notes-backend CONFIGURATION [PORT]: serves on 127.0.0.1 and prints its address. 0 selects a free port.
do {
  let arguments = CommandLine.arguments
  guard arguments.count > 1 else {
    throw AuthError(.invalidRequest, "Use: notes-backend CONFIGURATION [PORT]")
  }
  let server = try HTTPServer(port: arguments.count > 2 ? UInt16(arguments[2]) ?? 3000 : 3000)
  let address = "http://127.0.0.1:\(server.port)"
  guard let publicURL = URL(string: address) else { throw AuthError(.internalError, "The address is malformed.") }
  let directory = ProcessInfo.processInfo.environment["NOTES_DIRECTORY"]
  let records: any RecordStore =
    if let directory { FileRecordStore(FileStorage(directory: directory)) } else { MemoryRecordStore() }
  let backend = try NotesBackend(
    .load(contentsOf: arguments[1]), publicURL: publicURL, records: records, transport: try SystemTransport.make())
  print("Notes backend listening on \(address)")
  // A pipe receives the line only after a flush.
  fflush(nil)
  server.run { await backend.answer($0) }
} catch {
  print((error as? AuthError)?.message ?? "\(error)")
  exit(78)
}
