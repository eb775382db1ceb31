import LatchkeyCommands

/// The command line with the package's own providers.
@main
enum Latchkey {
  static func main() async { await LatchkeyCommandLine.main() }
}
