import AuthCore
import FleetHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage = "usage: fleet-host serve CONFIG    serve until SIGTERM, then answer all requests and exit"

// This comes before the first thread, because threads inherit the signal mask. The main thread waits for the signals.
Ending.hold()
let (ending, endRequest) = AsyncStream.makeStream(of: Void.self)
let words = Array(CommandLine.arguments.dropFirst())
Task.detached {
  do {
    guard words.count == 2, words[0] == "serve" else {
      print(usage)
      exit(64)
    }
    exit(try await Commands.serve(try Commands.configuration(words[1]), until: ending))
  } catch {
    print((error as? AuthError)?.message ?? "\(error)")
    exit((error as? AuthError)?.code.kind == .configuration ? 78 : 70)
  }
}
Ending.wait()
endRequest.finish()
while true { pause() }
