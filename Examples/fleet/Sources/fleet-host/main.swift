import AuthCore
import FleetHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage = """
  usage: fleet-host serve CONFIG           serve, and end in good order at SIGTERM
         fleet-host migrate CONFIG [ROLE]  make or update the tables, and print what ROLE must be granted
  """

// Before the program makes a thread, because threads inherit it: the program waits for the signals here.
Ending.hold()
let (ending, isAsked) = AsyncStream.makeStream(of: Void.self)
let words = Array(CommandLine.arguments.dropFirst())
Task.detached {
  do {
    switch (words.first, words.dropFirst().first) {
    case ("serve", let path?): exit(try await Commands.serve(try Commands.configuration(path), until: ending))
    case ("migrate", let path?):
      try await Commands.migrate(try Commands.configuration(path), role: words.dropFirst(2).first)
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
