import AuthCore
import AuthRuntime
import AuthSandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let demo = Command(
    "demo", summary: "Watch one app sign in through every provider, against a local sandbox",
    discussion: """
      Starts the sandbox, writes one configuration file, and runs the same app code once per provider with nothing but
      `provider` changed. Codes are taken from the sandbox's outbox. Ends with a table; status 0 when every row is ok.
      """
  ) { (invocation) throws(AuthError) in
    let directory = try temporaryDirectory()
    defer { removeDirectory(directory) }
    let sandbox = try DemoSandbox(directory: directory)
    Output.note(Style.error.bold("A sandbox for all vendors is at \(sandbox.baseURL)"))
    var rows: [DemoRow] = []
    for plugin in LinkedProviders.plugins {
      let row = await Demonstration(sandbox: sandbox, invocation: invocation).run(ProviderID(plugin.type))
      rows.append(row)
      if invocation.isJSON { Output.line(JSONValue.object(row.json).serializedText) }
    }
    if !invocation.isJSON { Output.line("\n" + DemoRow.table(rows, style: .output)) }
    await sandbox.server.stop()
    return rows.allSatisfy(\.isOK) && !rows.isEmpty ? 0 : rows.compactMap(\.error).first?.code.exitStatus ?? 70
  }

  private static func temporaryDirectory() throws(AuthError) -> String {
    let name = "latchkey-demo-" + SystemRandomSource().token(byteCount: 9)
    let path = FileManager.default.temporaryDirectory.appending(path: name).path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw AuthError(.storePermissions, "The directory \(path) cannot be made.")
    }
    return path
  }

  /// What is left behind in the temporary directory harms nobody.
  private static func removeDirectory(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

/// One provider's run of the sample app.
struct Demonstration: Sendable {
  let sandbox: DemoSandbox
  let invocation: Invocation

  private static let identifier = "jane@example.com"

  func run(_ provider: ProviderID) async -> DemoRow {
    let style = Style.error
    Output.note("\n" + style.cyan("▸ ") + style.bold(provider.rawValue) + style.dim("  provider = \"\(provider)\""))
    var row = DemoRow(provider: provider)
    do throws(AuthError) {
      try await sandbox.signInAtIdentitySystem(Self.identifier)
      let before = try await sandbox.lastLogged()
      let outbox = OutboxReader(url: try sandbox.outbox(), transport: sandbox.transport, clock: SystemClock())
      let seen = try await outbox.seen(to: Self.identifier)
      let console = FlowConsole(source: .outbox(outbox), identifier: Self.identifier, seen: seen)
      defer { row.steps = console.trace.steps }
      try await visit(provider, console, &row)
      row.isLogged = try await sandbox.log(after: before).contains { entry in
        entry["path"]?.stringValue?.hasSuffix("/backend/me") == true && entry["status"]?.integerValue == 200
      }
    } catch {
      row.error = error
      Failure.show(error, isJSON: false)
    }
    return row
  }

  private func visit(
    _ provider: ProviderID, _ console: FlowConsole, _ row: inout DemoRow
  ) async throws(AuthError) {
    // The same file for every provider; only `provider` differs.
    let configuration = try AuthConfiguration.load(contentsOf: sandbox.configurationPath, provider: provider)
    let services = try ClientServices.standard(
      for: configuration, observer: invocation.observer, storage: LinkedStorage.plugins)
    let app = SampleApp(configuration: configuration, services: services, console: console)
    let visit = try await app.run(identifier: Self.identifier, api: try sandbox.api())
    row.subject = visit.session.subject
    row.status = visit.response.status
    row.method = method(of: console.trace, offered: visit.methods)
    let style = Style.error
    Output.note(style.green("✓ ") + "signed in as \(visit.session.subject)\(visit.isNewUser ? ", a new user" : "")")
    Output.note(style.green("✓ ") + "GET /backend/me answered \(visit.response.status)")
  }

  /// The method by which the code came; without one, the provider's preferred.
  private func method(of trace: FlowConsole.Trace, offered: [MethodID]) -> MethodID? {
    switch trace.channel {
    case .email: .emailOTP
    case .sms: .smsOTP
    case .whatsapp: .whatsAppOTP
    case .push: .push
    case nil: offered.first
    }
  }
}
