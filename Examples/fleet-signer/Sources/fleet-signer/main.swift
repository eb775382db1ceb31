import AuthCore
import FleetSigner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage = """
  usage: fleet-signer serve CONFIG        serve until SIGTERM, then answer all requests and exit
         fleet-signer import-key CONFIG   import a P-256 scalar, in hexadecimal, from standard input
         fleet-signer new-key CONFIG      generate a key
         fleet-signer new-token           generate a caller's token, and print its hash for the configuration
  """

// This comes before the first thread, because threads inherit the signal mask. The main thread waits for the signals.
Ending.hold()
let (ending, isAsked) = AsyncStream.makeStream(of: Void.self)
let words = Array(CommandLine.arguments.dropFirst())
Task.detached {
  do {
    switch (words.first, words.dropFirst().first) {
    case ("new-token", nil): Commands.newToken()
    case ("import-key", let path?):
      try await Commands.importKey(try Commands.configuration(path, readsCallers: false))
    case ("new-key", let path?): try await Commands.newKey(try Commands.configuration(path, readsCallers: false))
    case ("serve", let path?): exit(try await Commands.serve(try Commands.configuration(path), until: ending))
    default:
      print(usage)
      exit(64)
    }
    exit(0)
  } catch {
    print((error as? AuthError)?.message ?? "\(error)")
    exit((error as? AuthError)?.code.kind == .configuration ? 78 : 70)
  }
}
Ending.wait()
isAsked.finish()
while true { pause() }
