import AuthCore
import FleetSigner

// fleet-bench [SECONDS]: compares the fleet, with and without sockets, with a bare stamp loop. Each measurement takes
// SECONDS, by default two.
do {
  let seconds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 2 : 2
  try Measurements(seconds: seconds).print()
} catch {
  print((error as? AuthError)?.message ?? "\(error)")
}
