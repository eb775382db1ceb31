import AuthCore
import AuthPasskey
import AuthRuntime
import AuthSandboxKit
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of a command: its arguments, the linked providers and the environment.
struct Invocation: Sendable {
  let arguments: Arguments
  /// The providers that the program links.
  let plugins: [ProviderPlugin]
  /// The servers that the program adds to the sandbox.
  let vendors: [SandboxVendorFactory]
  let environment: [String: String]
  /// The texts, in the language of the environment.
  let catalog: TextCatalog

  init(
    _ arguments: Arguments, plugins: [ProviderPlugin], vendors: [SandboxVendorFactory] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.arguments = arguments
    self.plugins = plugins
    self.vendors = vendors
    self.environment = environment
    catalog = .commandLine(in: environment)
  }

  var isJSON: Bool { arguments.has("json") }
  var isVerbose: Bool { arguments.has("verbose") }

  /// The path of the configuration file: `--config`, else `AUTH_CONFIG` unless it is empty, else `auth.json`.
  var configurationPath: String {
    arguments.value("config") ?? environment["AUTH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 } ?? "auth.json"
  }

  /// The configuration. `--provider` and `--profile` override the file and the environment; `profile` overrides
  /// `--profile`.
  func configuration(profile: String? = nil) throws(AuthError) -> AuthConfiguration {
    try configuration(at: configurationPath, profile: profile)
  }

  /// As `configuration(profile:)`, for the file at another path.
  func configuration(at path: String, profile: String? = nil) throws(AuthError) -> AuthConfiguration {
    try .load(
      contentsOf: path, provider: arguments.value("provider").map { ProviderID($0) },
      profile: profile ?? arguments.value("profile"), environment: environment)
  }

  /// A client for the configuration, with every provider that this program links; `profile` overrides `--profile`.
  func client(profile: String? = nil) throws(AuthError) -> AuthClient {
    try client(for: configuration(profile: profile))
  }

  /// A client for a configuration, with every provider that this program links.
  func client(for configuration: AuthConfiguration) throws(AuthError) -> AuthClient {
    try AuthClient(
      configuration: configuration, plugins: plugins,
      services: .standard(
        for: configuration, observer: observer, passkeyConsent: passkeyConsent, storage: LinkedStorage.plugins))
  }

  /// The consent to the use of software passkeys: only a command whose `--method` or first operand is `passkey` has
  /// one, because the user consents with this word.
  ///
  /// DESIGN D2: the login to this operating-system account opens the keys, and is treated as user verification.
  private var passkeyConsent: PasskeyConsent? {
    guard arguments.value("method") == "passkey" || arguments.operand(0) == "passkey" else { return nil }
    // The first operand of `sign-in` is a user; that of `step-up` is an action, and that of `enroll` a method.
    let name = arguments.value("identifier") ?? (arguments.command == "sign-in" ? arguments.operand(0) : nil)
    return { ceremony in
      switch PasskeyChoice(ceremony, name: name) {
      case .account(let index): return .approve(account: index, isVerified: true)
      case .refused(let names):
        let owners = Phrase.Argument.text(names.joined(separator: ", "))
        let phrase =
          name.map { Phrase("command.passkey.notOf", ["name": .text($0), "owners": owners]) }
          ?? Phrase("command.passkey.several", ["owners": owners])
        Output.note(Layout.error.line(Style.error.yellow("! ") + text(phrase), indent: 2))
        return .deny
      }
    }
  }

  /// The observer: with `--verbose`, it prints the events on standard error.
  var observer: any AuthObserver { isVerbose ? VerboseObserver() : SilentObserver() }

  /// Runs `body` with a client, then waits for the renewals that the client started, even if `body` throws.
  func withClient(
    _ body: (AuthClient) async throws(AuthError) -> Int32
  ) async throws(AuthError) -> Int32 {
    let client = try client()
    do throws(AuthError) {
      let status = try await body(client)
      await client.settle()
      return status
    } catch {
      await client.settle()
      throw error
    }
  }

  /// The text of a phrase.
  func text(_ phrase: Phrase) -> TerminalText { TerminalText(phrase, in: catalog) }

  /// Prints the JSON object with `--json`, otherwise the text.
  func report(_ json: JSONObject, _ text: @autoclosure () -> TerminalText) {
    if isJSON { Output.json(.object(json)) } else { Output.line(text()) }
  }

  /// Prints the JSON object with `--json`, otherwise the value, which another program may read.
  func report(_ json: JSONObject, value: String) {
    if isJSON { Output.json(.object(json)) } else { Output.value(value) }
  }
}
