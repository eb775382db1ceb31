import AuthCore

/// The command line.
@main
enum Latchkey {
  static func main() async {
    Interrupt.install()
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    Output.exit(status)
  }

  /// Runs one command and returns the exit status.
  static func run(_ words: [String]) async -> Int32 {
    let isJSON = words.contains("--json")
    if words == ["--version"] {
      Output.line("latchkey " + PackageVersion.current)
      return 0
    }
    do throws(AuthError) {
      guard let (command, rest) = try CommandTable.find(words) else {
        Output.out(Help.overview)
        return words.contains { ["--help", "-h", "help"].contains($0) } ? 0 : 64
      }
      let arguments = try Arguments(rest, for: command)
      if arguments.has("help") {
        Output.out(Help.page(of: command))
        return 0
      }
      return try await command.run(Invocation(arguments))
    } catch {
      Failure.show(error, isJSON: isJSON)
      return error.code.exitStatus
    }
  }
}
