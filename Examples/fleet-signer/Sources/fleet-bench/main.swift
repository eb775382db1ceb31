import AuthCore
import FleetSigner

// fleet-bench [SECONDS]: how much of a bare stamp loop is left behind callers, and behind sockets.
do {
  let seconds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 2 : 2
  try Measurements(seconds: seconds).print()
} catch {
  print((error as? AuthError)?.message ?? "\(error)")
}
