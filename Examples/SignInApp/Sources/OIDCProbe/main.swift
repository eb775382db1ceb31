import AuthCore
import AuthOIDC
import AuthRuntime
import AuthTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// A test program for Tests/judges/oidc: one client call per command, one JSON object per line. It prints tokens, which
// an app must not do.
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
