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
  usage: fleet-signer serve CONFIG        stamp, forward, and end in good order at SIGTERM
         fleet-signer import-key CONFIG   take a P-256 scalar in hexadecimal from standard input
         fleet-signer new-key CONFIG      make a key
         fleet-signer new-token           make a caller's token, and its hash for the configuration
  """

// Before the program makes a thread, because threads inherit it: the program waits for the signals here.
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
