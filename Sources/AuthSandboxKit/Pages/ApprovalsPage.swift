/// The page with the challenges that wait for a second device or user, each with a form to approve or deny it.
enum ApprovalsPage {
  /// The result of a decision.
  enum Outcome: String, Sendable {
    case approved, denied
    case gone

    fileprivate var text: String {
      switch self {
      case .approved: "Approved."
      case .denied: "Denied."
      case .gone: "This challenge is no longer pending: it was decided elsewhere, or it expired."
      }
    }
  }

  static func page(
    _ approvals: [(vendor: String, approvals: [SandboxOverview.Approval])], token: String, outcome: Outcome?,
    isWatched: Bool
  ) -> Page {
    let all = approvals.flatMap { vendor, approvals in approvals.map { (vendor, $0) } }
    let table = PageTable(
      caption: "Pending challenges",
      columns: ["User", "Request", "Number", "Vendor", "Expires", "Decision"],
      empty: "No challenge is pending.",
      rows: all.map { vendor, approval in
        [
          approval.identifier.map { "\($0)" } ?? "<span class=\"soft\">not known yet</span>", "\(approval.request)",
          approval.number.map { "<code class=\"code\">\($0)</code>" } ?? "<span class=\"soft\">none</span>",
          "\(PageParts.title(vendor))", PageParts.time(approval.expires, else: "never"),
          form(approval, vendor, token),
        ]
      })
    return Page(
      name: .approvals,
      content: """
        <p class="lead">Sign-ins and actions that wait for a second device or another user. Approve or deny them on
        this page.</p>
        \(outcome.map { "<p class=\"notice\" role=\"status\">\($0.text)</p>" as Markup } ?? "")
        \(table.markup)\(PageParts.watchLink(.approvals, isWatched: isWatched))
        """, isWatched: isWatched)
  }

  /// The response to a form that did not come from a page of this run of the sandbox.
  static let refused = Page(
    name: .approvals,
    content: """
      <p class="notice" role="alert">Nothing was decided: the form did not come from a page of this sandbox, or came
      from a page of an earlier run. Go back, and approve or deny again.</p>
      <p><a href="\(Page.Name.approvals.rawValue)">Back to the pending challenges</a></p>

      """, status: 403)

  private static func form(_ approval: SandboxOverview.Approval, _ vendor: String, _ token: String) -> Markup {
    let subject = "\(approval.request) for \(approval.identifier ?? "a user") at \(PageParts.title(vendor))"
    return """
      <form method="post" action="\(Page.Name.approvals.rawValue)">
      <input type="hidden" name="token" value="\(token)"><input type="hidden" name="id" value="\(approval.id)">
      <button class="main" name="decision" value="approve" aria-label="Approve \(subject)">Approve</button>
      <button name="decision" value="deny" aria-label="Deny \(subject)">Deny</button>
      </form>
      """
  }
}
