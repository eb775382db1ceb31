/// The page with the users at each vendor.
enum UsersPage {
  static func page(_ users: [(vendor: String, users: [SandboxOverview.User])]) -> Page {
    let sections = users.map { vendor, users -> Markup in
      let table = PageTable(
        caption: "Users of the \(vendor)-style vendor", columns: ["User", "Id", "Can sign in with", "Since"],
        empty: "No users yet.",
        rows: users.suffix(PageParts.limit).reversed().map { user in
          [
            user.identifier.map { "\($0)" } ?? "<span class=\"soft\">no address</span>", PageParts.code(user.subject),
            user.methods.isEmpty ? "<span class=\"soft\">nothing yet</span>" : PageParts.tags(user.methods),
            PageParts.time(user.createdAt, else: "not recorded"),
          ]
        }, isAligned: true)
      return "<h2>\(PageParts.title(vendor))</h2>\n\(table.markup)\(PageParts.rest(users.count))"
    }
    return Page(name: .users, content: "<p class=\"lead\">The users at each vendor.</p>\n\(sections)")
  }
}
