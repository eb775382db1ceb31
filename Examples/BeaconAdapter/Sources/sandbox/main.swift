import AuthCore
import AuthSandboxKit
import SandboxBeacon

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// The vendor's sandbox over HTTP, with its page: `swift run sandbox [PORT]`, by default on port 8787.
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8787
let server = try SandboxServer(sandbox: Sandbox(vendors: [.beacon]), port: port)
let configuration = Data(server.sandbox.configuration.prettyText.utf8)
try configuration.write(to: URL(filePath: "sandbox.json"))
print("The sandbox of Beacon is at \(server.sandbox.baseURL) until you press Ctrl-C.")
print("Sign in with: swift run sign-in sandbox.json jane@example.com")
// Without a flush, these lines would stay in the buffer if the output is a pipe.
fflush(nil)
while true { try await Task.sleep(for: .seconds(3600)) }
