public import AuthCore
public import AuthSandboxKit
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command line `latchkey`, for your own program that links additional providers.
///
/// ```swift
/// import AuthAcme
/// import LatchkeyCommands
/// import SandboxAcme
///
/// await LatchkeyCommandLine.main(plugins: [.acme], vendors: [.acme])
/// ```
public enum LatchkeyCommandLine {
  /// Runs the command that the process's arguments name, and exits with the command's status.
  ///
  /// - Parameters:
  ///   - plugins: providers in addition to those of this package. A configuration selects them by `type`, in every
  ///     command except `demo`, which runs only the providers of this package against their own vendors.
  ///   - vendors: servers of the sandbox in addition to those of this package, each with a name of its own. The command
  ///     `sandbox` serves them, and the configuration that it writes has their blocks.
  public static func main(
    plugins: [ProviderPlugin] = [], vendors: [SandboxVendorFactory] = []
  ) async -> Never {
    Interrupt.install()
    let status = await run(
      Array(CommandLine.arguments.dropFirst()), plugins: LinkedProviders.plugins + plugins, vendors: vendors)
    Output.exit(status)
  }

  /// Runs one command, or prints the help that `words` request, and returns the exit status. Without a command and
  /// without a request for help, prints the overview and returns 64 (`EX_USAGE`).
  static func run(
    _ words: [String], plugins: [ProviderPlugin], vendors: [SandboxVendorFactory] = []
  ) async -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    if words.first == CompletionScript.question {
      return await CompletionAnswer.run(Array(words.dropFirst()), plugins: plugins, environment: environment)
    }
    let isJSON = words.contains("--json")
    let catalog = TextCatalog.commandLine(in: environment)
    if words == ["--version"] {
      Output.line("latchkey \(PackageVersion.current)")
      return 0
    }
    let command: Command
    let arguments: Arguments
    do throws(UsageFault) {
      guard let (found, rest) = try CommandTable.find(words) else {
        Output.out(Help(HelpTexts(catalog)).overview)
        return words.contains { ["--help", "-h", "help"].contains($0) } ? 0 : 64
      }
      command = found
      arguments = try Arguments(rest, for: command)
    } catch {
      Failure.show(error, isJSON: isJSON, in: catalog)
      return error.error.code.exitStatus
    }
    if arguments.has("help") {
      Output.out(Help(HelpTexts(catalog)).page(of: command))
      return 0
    }
    do throws(AuthError) {
      return try await command.run(Invocation(arguments, plugins: plugins, vendors: vendors))
    } catch {
      Failure.show(error, isJSON: isJSON, in: catalog)
      return error.code.exitStatus
    }
  }
}
