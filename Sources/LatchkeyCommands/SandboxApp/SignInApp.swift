import AuthCore
import AuthPasskey
import AuthRuntime
import AuthSandboxKit
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app that `latchkey sandbox` serves at `/app`: a person signs in with this package's client, through any linked
/// provider, and sees the prompts that an app shows. It keeps its sessions in memory.
@MainActor final class SignInApp: SandboxApp {
  private let sandbox: Sandbox
  private let model: AuthModel
  private let languages: [TextCatalog]
  private var catalog: TextCatalog
  private let identity: SandboxIdentity
  private var answer: String?
  /// Whether the sign-in page is shown although a user is signed in, to add an account.
  private var addsAccount = false
  /// How long a page waits for an answer to be handled, before it is shown as it is.
  private static let patience = Duration.seconds(2)

  /// Creates the app.
  ///
  /// - Throws: the errors of the configuration and of the client.
  init(_ sandbox: Sandbox, plugins: [ProviderPlugin], catalog: TextCatalog) throws(AuthError) {
    self.sandbox = sandbox
    self.catalog = catalog
    languages = ["en", "de", "en-XA", "ar-XB"].map { TextCatalog.commandLine(in: ["LANG": $0]) }
    identity = SandboxIdentity(sandbox)
    guard var object = sandbox.configuration.objectValue else {
      throw AuthError(
        .internalError, "The sandbox's configuration is not a JSON object. Report this to Latchkey's maintainers.")
    }
    object["storage"] = ["sessions": "memory", "keys": "memory"]
    let configuration = try AuthConfiguration(object)
    // A person who presses the button for passkeys agrees to the use of the newest one.
    var services = try ClientServices.standard(
      for: configuration, tokenProvider: identity, passkeyConsent: { _ in .approve(account: 0, isVerified: true) })
    services.provider.transport = SandboxTransport(sandbox: sandbox)
    model = AuthModel(try AuthClient(configuration: configuration, plugins: plugins, services: services))
  }

  func page(for visit: SandboxAppVisit) async -> SandboxAppPage {
    await settling {
      if let callback = visit.callback.flatMap({ URL(string: $0) }) {
        await self.model.handle(callback)
      } else if let fields = visit.fields {
        await self.perform(fields)
      }
    }
    await model.accounts.reload()
    let page = AppMarkup(content: content, catalog: catalog, languages: languages, token: visit.token)
    return SandboxAppPage(page.markup, changesSoon: changesSoon)
  }

  private var content: AppMarkup.Content {
    let screen: AppMarkup.Content.Screen =
      switch model.screen {
      case .signIn: .signIn(model.signInPresentation, identifier: identity.user)
      case .flow(let flow): .flow(flow.presentation)
      case .session:
        addsAccount
          ? .signIn(model.signInPresentation, identifier: identity.user) : .session(model.sessionPresentation)
      }
    return AppMarkup.Content(
      screen: screen, providers: model.providers, provider: model.provider, accounts: model.accounts.presentation,
      signOut: model.signOutPresentation, answer: answer)
  }

  /// Whether the page changes without the user: the app works, or another device decides.
  private var changesSoon: Bool {
    if case .flow(let flow) = model.screen, case .awaitApproval = flow.prompt { return !flow.isFinished }
    return isWorking
  }

  /// Runs an action to its end, or for a short time: a slow server must not keep the page from being shown.
  private func settling(_ action: @escaping @MainActor () async -> Void) async {
    let work = Task { await action() }
    var isDone = false
    Task {
      await work.value
      isDone = true
    }
    let end = ContinuousClock.now.advanced(by: Self.patience)
    while ContinuousClock.now < end, !isDone || isWorking {
      do throws(CancellationError) { try await SystemClock().sleep(for: .milliseconds(10)) } catch { return }
    }
  }

  private var isWorking: Bool {
    switch model.screen {
    case .signIn: false
    case .session: model.session.state == .loading || model.session.isBusy
    case .flow(let flow): flow.isBusy || (flow.prompt == nil && !flow.isFinished)
    }
  }

  // MARK: What the user does

  private func perform(_ fields: [String: String]) async {
    let (action, argument) = Self.parts(of: fields["do"] ?? "")
    answer = nil
    addsAccount = action == "account.add"
    if let typed = fields["identifier"] { identity.user = typed.trimmingBlanks }
    switch action {
    case "show":
      if let tag = fields["language"], let chosen = languages.first(where: { $0.language.tag == tag }) {
        catalog = chosen
      }
      if let provider = model.providers.first(where: { $0.rawValue == fields["provider"] }) {
        await model.show(provider)
      }
    case "signIn":
      await model.signIn(
        identifier: identity.user.isEmpty ? nil : identity.user, method: argument.map { MethodID(rawValue: $0) },
        redirectURL: URL(string: sandbox.baseURL + SandboxAppPage.callbackPath))
    case "renew": await model.session.refresh()
    case "signOut": await model.session.signOut()
    case "enroll": if let argument { await model.enroll(MethodID(rawValue: argument)) }
    case "ask": await ask()
    case "account.use", "account.signOut", "account.remove", "account.rename":
      if let argument { await perform(action, on: SessionID(argument), fields) }
    default: await performInFlow(action, argument, fields)
    }
  }

  private func perform(_ action: String, on id: SessionID, _ fields: [String: String]) async {
    guard let account = model.accounts.accounts.first(where: { $0.id == id }) else { return }
    switch action {
    case "account.use": await model.use(account)
    case "account.signOut": await model.accounts.signOut(id)
    case "account.remove": await model.accounts.remove(id)
    default: await model.accounts.rename(id, to: fields["label." + id.rawValue] ?? "")
    }
  }

  private func performInFlow(_ action: String, _ argument: String?, _ fields: [String: String]) async {
    guard let flow = model.flow else { return }
    switch action {
    case "submit":
      for (name, value) in fields where name.hasPrefix("field.") {
        let field = String(name.dropFirst("field.".count))
        if field.isEmpty { flow.input.text = value } else { flow.input[field: field] = value }
      }
      await flow.submit()
    case "resend": await flow.resend()
    case "choose":
      guard let argument else { return }
      if case .selectAccount = flow.prompt {
        await flow.select(account: argument)
      } else {
        await flow.select(method: MethodID(rawValue: argument))
      }
    case "method": if let argument { await flow.select(method: MethodID(rawValue: argument)) }
    case "recover":
      if let recovery = flow.recoveryActions.first(where: { $0.name == argument }) { await flow.perform(recovery) }
    case "close": await model.close()
    default: break
    }
  }

  /// Asks the app's backend who is signed in.
  private func ask() async {
    guard let session = model.session.session, let url = URL(string: sandbox.baseURL + "/backend/me") else { return }
    do throws(AuthError) {
      let response = try await model.client.send(TransportRequest("GET", url), session: session)
      answer = String(decoding: response.body, as: UTF8.self)
    } catch {
      answer = error.message
    }
  }

  private static func parts(of action: String) -> (name: String, argument: String?) {
    let parts = action.split(separator: ":", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
  }
}
