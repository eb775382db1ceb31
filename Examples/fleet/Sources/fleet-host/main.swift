import AuthCore
import FleetHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage = "usage: fleet-host serve CONFIG    serve, and end in good order at SIGTERM"

// Before the program makes a thread, because threads inherit it: the program waits for the signals here.
Ending.hold()
let (ending, isAsked) = AsyncStream.makeStream(of: Void.self)
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
isAsked.finish()
while true { pause() }
