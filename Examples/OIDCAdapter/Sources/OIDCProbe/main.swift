import AuthCore
import AuthOIDC
import AuthRuntime
import AuthTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// What the judges drive: one call of the client a command, one JSON object a line. It shows tokens, which no app would.
let words = CommandLine.arguments
do throws(AuthError) {
  let client = try AuthClient(configuration: .load(contentsOf: words[1]), plugins: [.oidc])
  try await Probe(client: client).run(words[2], Array(words.dropFirst(3)))
  await client.settle()
} catch {
  Probe.show(
    [
      "error": .string(error.code.rawValue), "message": .string(error.message),
      "vendorCode": error.vendorCode.map { .string($0) } ?? .null,
    ])
  exit(1)
}
