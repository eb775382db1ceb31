import AuthCore
import AuthRuntime
import AuthSandbox
import AuthTerminal
import AuthUI

/// One provider's run of the sample app.
struct Demonstration: Sendable {
  let sandbox: DemoSandbox
  let invocation: Invocation

  private static let identifier = "jane@example.com"

  func run(_ provider: ProviderID) async -> DemoRow {
    let style = Style.error
    Output.note("\n" + style.cyan("▸ ") + style.bold("\(provider)") + style.dim("  provider = \"\(provider)\""))
    var row = DemoRow(provider: provider)
    do throws(AuthError) {
      try await sandbox.signInAtIdentitySystem(Self.identifier)
      let before = try await sandbox.lastLogged()
      let outbox = OutboxReader(url: try sandbox.outbox(), transport: sandbox.transport, clock: SystemClock())
      let seen = try await outbox.seen(to: Self.identifier)
      let console = FlowConsole(
        source: .outbox(outbox), identifier: Self.identifier, catalog: invocation.catalog, seen: seen)
      defer { row.steps = console.trace.steps }
      try await visit(provider, console, &row)
      row.isLogged = try await sandbox.log(after: before).contains { entry in
        entry["path"]?.stringValue?.hasSuffix("/backend/me") == true && entry["status"]?.integerValue == 200
      }
    } catch {
      row.error = error
      Failure.show(error, isJSON: false, in: invocation.catalog)
    }
    return row
  }

  private func visit(
    _ provider: ProviderID, _ console: FlowConsole, _ row: inout DemoRow
  ) async throws(AuthError) {
    // Every provider uses the same file; only `provider` differs.
    let configuration = try AuthConfiguration.load(contentsOf: sandbox.configurationPath, provider: provider)
    let services = try ClientServices.standard(
      for: configuration, observer: invocation.observer, storage: LinkedStorage.plugins)
    let app = SampleApp(configuration: configuration, services: services, console: console)
    let visit = try await app.run(identifier: Self.identifier, api: try sandbox.api())
    row.subject = visit.session.subject
    row.status = visit.response.status
    row.method = method(of: console.trace, offered: visit.methods)
    let style = Style.error
    let user = Phrase(
      visit.isNewUser ? "command.demo.newUser" : "command.demo.signedIn", ["subject": .text(visit.session.subject)])
    let returned = Phrase("command.demo.returned", ["status": .number(visit.response.status)])
    for phrase in [user, returned] { Output.note(style.green("✓ ") + invocation.text(phrase)) }
  }

  /// The method that sent the code; if no code was sent, the first method that the provider offers.
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
