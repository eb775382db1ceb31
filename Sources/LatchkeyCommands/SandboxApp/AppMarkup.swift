import AuthCore
import AuthSandboxKit
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app's page as HTML: what `AuthModel.screen` says, with a form that posts to the page.
struct AppMarkup {
  /// What the page shows.
  struct Content {
    enum Screen {
      case signIn(SignInPresentation, identifier: String)
      case flow(FlowPresentation)
      case session(SessionPresentation)
    }

    var screen: Screen
    /// The providers, and the one that is shown.
    var providers: [ProviderID]
    var provider: ProviderID
    /// The accounts of all providers.
    var accounts: AccountsPresentation
    /// What remains to do after a sign-out.
    var signOut: SignOutPresentation
    /// What the backend answered; nil if it was not asked.
    var answer: String?
  }

  let content: Content
  let catalog: TextCatalog
  /// The languages to choose from.
  let languages: [TextCatalog]
  /// The token of the sandbox's pages.
  let token: String

  var markup: Markup {
    """
    <p class="lead">\(text(Phrase("command.app.lead")))</p>
    \(choices)<section class="panel app" lang="\(lang)" dir="\(catalog.language.isRightToLeft ? "rtl" : "ltr")">
    \(form(screen))\(signOut)\(answer)\(accounts)</section>

    """
  }

  private func text(_ phrase: Phrase) -> Markup { Markup(text: catalog.text(phrase)) }

  /// Shown below the pages of sign-ins and sessions. A flow has the page for itself. Without an account, the page asks
  /// the user to sign in, and there is nothing to list.
  private var accounts: Markup {
    if case .flow = content.screen { return "" }
    if content.accounts.rows.isEmpty { return "" }
    return form(AccountsMarkup(shown: content.accounts, catalog: catalog).markup)
  }

  private var lang: String { catalog.language.tag }

  private func form(_ fields: Markup) -> Markup {
    """
    <form method="post" action="\(SandboxAppPage.path)">
    <input type="hidden" name="token" value="\(token)">
    \(fields)</form>

    """
  }

  /// The provider and the language. Each has a button that applies the choice, because a change without a button would
  /// be unexpected.
  private var choices: Markup {
    let providers = content.providers.map { option($0.rawValue, $0.rawValue, isChosen: $0 == content.provider) }
    let tags = languages.map { option($0.language.tag, $0.language.tag, isChosen: $0.language == catalog.language) }
    return form(
      """
      <label>\(text(Phrase("command.app.provider"))) <select name="provider">\(providers)</select></label>
      <label>\(text(Phrase("command.app.language"))) <select name="language">\(tags)</select></label>
      <button name="do" value="show">\(text(Phrase("command.app.show")))</button>

      """)
  }

  private func option(_ value: String, _ label: String, isChosen: Bool) -> Markup {
    let chosen: Markup = isChosen ? " selected" : ""
    return "<option value=\"\(value)\"\(chosen)>\(label)</option>"
  }

  private var screen: Markup {
    switch content.screen {
    case .signIn(let shown, let identifier): signIn(shown, identifier)
    case .flow(let shown): FlowMarkup(shown: shown, catalog: catalog).markup
    case .session(let shown): session(shown)
    }
  }

  private func signIn(_ shown: SignInPresentation, _ identifier: String) -> Markup {
    """
    <h2>\(text(shown.title))</h2>
    \(shown.notice.map { "<p class=\"notice\">\(text($0))</p>\n" as Markup } ?? "")\
    <p class="field"><label for="identifier">\(text(shown.identifier))</label>
    <input id="identifier" name="identifier" value="\(identifier)" autocomplete="username webauthn"></p>
    <p class="buttons"><button name="do" value="signIn" class="main">\(text(shown.action))</button>
    \(shown.methods.map { button("signIn:\($0.id)", $0.label) })</p>

    """
  }

  private func session(_ shown: SessionPresentation) -> Markup {
    let actions = shown.actions.map { button($0.kind == .renew ? "renew" : "signOut", $0.title) }
    let methods: Markup =
      shown.methods.isEmpty
      ? ""
      : """
      <h3>\(text(shown.methodsTitle))</h3>
      <p class="buttons">\(shown.methods.map { button("enroll:\($0.id)", $0.label) })</p>

      """
    return """
      <h2>\(text(shown.title))</h2>
      <p>\(text(shown.text))</p>
      \(shown.problem.map { FlowMarkup.problem($0, catalog) } ?? "")\
      <p class="buttons">\(button("ask", Phrase("command.app.ask")))\(actions)</p>
      \(methods)
      """
  }

  private func button(_ action: String, _ title: Phrase) -> Markup {
    "<button name=\"do\" value=\"\(action)\">\(text(title))</button>\n"
  }

  private var signOut: Markup {
    let shown = content.signOut
    if shown.isEmpty { return "" }
    return """
      <h3>\(text(shown.title))</h3>
      \(shown.notes.map { "<p>\(text($0))</p>\n" as Markup })\
      \(shown.pages.map { "<p><a class=\"button\" href=\"\($0.redirect.url.absoluteString)\">\(text($0.title))</a></p>\n" as Markup })
      """
  }

  private var answer: Markup {
    content.answer.map { "<h3>GET /backend/me</h3>\n<pre>\($0)</pre>\n" } ?? ""
  }
}
