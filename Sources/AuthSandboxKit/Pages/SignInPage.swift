/// The pages on which a user signs in by hand, step by step, with real requests to a vendor's routes.
enum SignInPage {
  private static let prefix = Page.Name.signIn.rawValue + "/"

  static func path(_ vendor: String) -> String { prefix + vendor }

  /// Returns the vendor's name in a path of such a page; nil for any other path.
  static func vendor(inPath path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    return name.isEmpty || name.contains("/") ? nil : String(name)
  }

  /// Returns the page that lists the vendors.
  static func list(_ vendors: [String]) -> Page {
    let links = vendors.map { vendor -> Markup in
      "<li><a href=\"\(path(vendor))\">\(PageParts.title(vendor))</a></li>\n"
    }
    let empty: Markup = vendors.isEmpty ? "<p class=\"empty\">No vendor has a sign-in by hand.</p>" : ""
    return Page(
      name: .signIn,
      content: """
        <p class="lead">Sign in at a vendor, step by step. Each step sends real requests, which the request log lists
        with their credentials. Faults, policies and the clock apply to them.</p>
        \(empty)
        <ul class="cards">
        \(links)<li><a href="\(Page.Name.passkeys.rawValue)">Passkeys of the sandbox’s own site</a></li>
        </ul>

        """)
  }

  /// Returns the page of one sign-in.
  ///
  /// - Parameters:
  ///   - vendor: the vendor's name.
  ///   - attempt: the sign-in.
  ///   - step: its next step.
  ///   - code: the code that the outbox has for the form's address.
  ///   - issued: the tokens of its responses.
  ///   - token: the token of this run's pages.
  static func page(
    _ vendor: String, _ attempt: SignInAttempt, _ step: SandboxSignInStep, code: String?, issued: [RequestDetail.Line],
    token: String
  ) -> Page {
    let restart: Markup =
      attempt.exchanges.isEmpty && attempt.progress.inputs.isEmpty
      ? "" : PageForm.markup(path(vendor), "restart", token: token, "<button>Start again</button>")
    let tokens: Markup =
      issued.isEmpty ? "" : "<h2>Tokens</h2>\n\(issued.map { CredentialPanel.markup($0, isIssued: true) })"
    return Page(
      name: .signIn, title: "Sign in at \(PageParts.title(vendor))",
      content: """
        \(attempt.message.map { PageParts.notice($0, isRefusal: true) } ?? "")
        \(self.step(step, vendor, code, token))
        \(requests(attempt.exchanges))\(tokens)
        \(restart)
        <p class="pages"><a href="\(Page.Name.signIn.rawValue)">All vendors</a>
        <a href="\(Page.Name.requests.rawValue)">Request log</a></p>

        """)
  }

  private static func step(
    _ step: SandboxSignInStep, _ vendor: String, _ code: String?, _ token: String
  ) -> Markup {
    switch step {
    case .form(let form):
      let fields = form.fields.enumerated().map { index, field -> Markup in
        let isCode = form.codeAddress != nil && index == form.fields.count - 1
        let value = isCode ? code ?? field.value : field.value
        return """
          <label>\(field.label) <input name="\(field.name)" value="\(value)" required autocomplete="off"></label>

          """
      }
      return """
        <div class="panel">
        <h2>\(form.title)</h2>
        \(form.codeAddress.map { sent(code, to: $0) } ?? "")
        \(PageForm.markup(path(vendor), "step", token: token, "\(fields)<button class=\"main\">Continue</button>"))
        </div>

        """
    case .visit(let title, let url):
      return """
        <div class="panel">
        <h2>\(title)</h2>
        <p><a class="button main" href="\(url)">\(title)</a></p>
        </div>

        """
    case .failed(let reason): return PageParts.notice(reason, isRefusal: true)
    case .finished(let text): return "<p class=\"notice done\" role=\"status\">\(text)</p>\n"
    // The page is shown only after all requests were sent.
    case .send, .retry: return ""
    }
  }

  private static func sent(_ code: String?, to address: String) -> Markup {
    guard let code else {
      return "<p class=\"soft\">The outbox has no code for \(address).</p>"
    }
    return """
      <p>The <a href="\(Page.Name.outbox.rawValue)">outbox</a> has this code for \(address):
      <code class="code">\(code)</code></p>
      """
  }

  private static func requests(_ exchanges: [SignInAttempt.Exchange]) -> Markup {
    if exchanges.isEmpty { return "" }
    return """
      <h2>Requests</h2>
      <ol class="steps">
      \(exchanges.map(request))</ol>

      """
  }

  private static func request(_ exchange: SignInAttempt.Exchange) -> Markup {
    """
    <li><a href="\(RequestPage.path(exchange.sequence))"><code>\(exchange.method) \(exchange.path)</code></a> \
    \(PageParts.status(exchange.status))
    \(exchange.body.map { "<details><summary>Response</summary><pre>\($0)</pre></details>" as Markup } ?? "")</li>

    """
  }
}
