import AuthCore

/// The page with the messages to users, newest first. Their codes can be read only in the outbox.
enum OutboxPage {
  static func page(_ outbox: Outbox, to address: String?, isWatched: Bool) -> Page {
    let wanted = address.flatMap { $0.isEmpty ? nil : $0 }
    let messages = outbox.messages.filter { wanted == nil || $0.address == wanted }
    let table = PageTable(
      caption: "Messages, newest first", columns: ["Sent", "To", "Code", "Vendor", "Channel"],
      empty: wanted == nil ? "No message has been sent." : "Nothing was sent to this address.",
      rows: messages.suffix(PageParts.limit).reversed().map { message in
        [
          PageParts.time(message.at), "\(message.address)", code(of: message), "\(PageParts.title(message.provider))",
          PageParts.tags([message.channel.rawValue]),
        ]
      })
    return Page(
      name: .outbox,
      content: """
        <p class="lead">The messages that the vendors would have sent to users. Their codes and links can be
        read only in the outbox.</p>
        <form method="get" action="\(Page.Name.outbox.rawValue)" class="panel" role="search">
        <label>Address <input name="to" value="\(wanted ?? "")" autocomplete="off"></label>
        <button>Show</button>
        </form>
        \(table.markup)\(PageParts.rest(messages.count))\
        \(PageParts.watchLink(.outbox, isWatched: isWatched))
        """, isWatched: isWatched)
  }

  private static func code(of message: Outbox.Message) -> Markup {
    if let code = message.code { return "<code class=\"code\">\(code)</code>" }
    if let link = message.link { return "<a href=\"\(link)\">open the link</a>" }
    return message.channel == .push
      ? "<a href=\"\(Page.Name.approvals.rawValue)\">asks for approval</a>" : "<span class=\"soft\">none</span>"
  }
}
