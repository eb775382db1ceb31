/// The page with the sessions at each vendor.
enum SessionsPage {
  static func page(_ sessions: [(vendor: String, sessions: [SandboxOverview.Session])]) -> Page {
    let sections = sessions.map { vendor, sessions -> Markup in
      let table = PageTable(
        caption: "Sessions at the \(vendor)-style vendor", columns: ["User", "Session", "Kind", "Expires"],
        empty: "No user is signed in.",
        rows: sessions.suffix(PageParts.limit).reversed().map { session in
          [
            PageParts.person(session.identifier, session.subject), PageParts.code(session.id),
            PageParts.tags([session.kind]), PageParts.time(session.expires, else: "never"),
          ]
        }, isAligned: true)
      return "<h2>\(PageParts.title(vendor))</h2>\n\(table.markup)\(PageParts.rest(sessions.count))"
    }
    return Page(
      name: .sessions,
      content: "<p class=\"lead\">The sessions at each vendor. Tokens and keys are not shown.</p>\n\(sections)")
  }
}
