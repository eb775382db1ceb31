import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  private static let wrongCodeLimit = 3

  /// The page of an interaction that has just begun.
  func page(_ id: String, _ interaction: OIDCInteraction, _ world: SandboxWorld) -> SandboxResponse {
    let known = interaction.session.flatMap { users.user($0)?.identifier }
    return signInPage(id, interaction, world).form(suggestion: known ?? interaction.request.loginHint)
  }

  /// `POST /interaction`: handles a form of the page. The fields are `interaction`, `decision` (`approve` or `deny`)
  /// and `user`, or `code` in the second step.
  mutating func interact(_ request: SandboxRequest, _ world: inout SandboxWorld) -> SandboxResponse {
    let time = world.unixTime
    let form: OIDCParameters
    do throws(OIDCFailure) { form = try OIDCParameters(form: request) } catch { return OIDCPages.refusal(error) }
    guard let id = form["interaction"], let interaction = interactions.value(id, at: time) else {
      return OIDCSignInPage.notUnderWay
    }
    let page = signInPage(id, interaction, world)
    guard form["decision"] == "approve" else {
      _ = interactions.take(id, at: time)
      return OIDCAuthorizationResponse(
        interaction.request,
        [("error", "access_denied"), ("error_description", "The user denied the request. Start again.")]
      ).response(world, note: "access_denied")
    }
    if let pending = interaction.pending {
      return enter(form["code"], pending, interaction, page, request, &world)
    }
    guard let identifier = form["user"]?.trimmingBlanks, Self.isIdentifier(identifier) else {
      return page.form(suggestion: nil, failing: "Enter an e-mail address or a name.")
    }
    let isNew = interaction.request.prompts.contains(.create)
    if isNew, users.user(identifier: identifier) != nil {
      return page.form(suggestion: nil, failing: "This user has an account already. Enter another one.")
    }
    guard users.user(identifier: identifier) != nil || world.createsUsers(name) else {
      return page.form(suggestion: identifier, failing: "This user has no account here. Enter another one.")
    }
    if let reused = reusedLogin(identifier, interaction, request, time) {
      _ = interactions.take(id, at: time)
      logins.consent(reused.subject, interaction.request.clientID, interaction.request.scopes)
      return issueCode(interaction.request, reused, &world)
    }
    guard interaction.request.requiredLevel == .one else {
      let code = world.random.characters(6, of: "0123456789")
      world.send(provider: name, channel: .email, to: identifier, code: code)
      interactions.change(id) { $0.pending = (identifier, code) }
      return page.codeForm(to: identifier)
    }
    return complete(id, interaction, identifier, .one, request, &world)
  }

  /// Whether a string can name a user: it is neither empty nor long, and has no control characters.
  static func isIdentifier(_ text: String) -> Bool {
    (1...254).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// The browser's session, if its user need not authenticate again and is the one who was entered; otherwise nil.
  private func reusedLogin(
    _ identifier: String, _ interaction: OIDCInteraction, _ request: SandboxRequest, _ time: Int64
  ) -> OIDCBrowserSession? {
    guard let subject = interaction.session, users.user(identifier: identifier)?.subject == subject,
      let login = logins.login(of: request, at: time)?.login, login.subject == subject
    else { return nil }
    return login
  }

  /// Checks the code of the second step.
  private mutating func enter(
    _ code: String?, _ pending: (identifier: String, code: String), _ interaction: OIDCInteraction,
    _ page: OIDCSignInPage, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) -> SandboxResponse {
    guard let code, ConstantTime.equal(code, pending.code) else {
      guard interaction.wrongCodes + 1 < Self.wrongCodeLimit else {
        _ = interactions.take(page.interaction, at: world.unixTime)
        return OIDCAuthorizationResponse(
          interaction.request,
          [("error", "access_denied"), ("error_description", "The user entered too many wrong codes. Start again.")]
        ).response(world, note: "access_denied")
      }
      interactions.change(page.interaction) { $0.wrongCodes += 1 }
      return page.codeForm(to: pending.identifier, failing: "The code is wrong. Enter it again.")
    }
    return complete(page.interaction, interaction, pending.identifier, .two, request, &world)
  }

  private mutating func complete(
    _ id: String, _ interaction: OIDCInteraction, _ identifier: String, _ level: OIDCAuthenticationContext,
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) -> SandboxResponse {
    _ = interactions.take(id, at: world.unixTime)
    do throws(OIDCFailure) {
      let user = try user(identifier, isNew: false, &world)
      return finish(interaction.request, user, level, request, &world)
    } catch {
      return OIDCAuthorizationResponse(
        interaction.request, [("error", error.error), ("error_description", error.description)]
      ).response(world, note: error.error)
    }
  }

  private func signInPage(
    _ id: String, _ interaction: OIDCInteraction, _ world: SandboxWorld
  ) -> OIDCSignInPage {
    let client = clients.client(interaction.request.clientID, world.oidcPolicy)
    return OIDCSignInPage(
      interaction: id, clientName: client?.name ?? "An app", scopes: interaction.request.scopes,
      users: users.all.suffix(20).map(\.identifier), isSignUp: interaction.request.prompts.contains(.create))
  }
}
