import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sandbox's first page: the numbers of its users, sessions and messages, and its addresses and keys.
enum OverviewPage {
  struct Row: Sendable {
    let vendor: String
    let users: Int
    let sessions: Int
    let approvals: Int
    let messages: Int
    let requests: Int
  }

  static func page(_ rows: [Row], descriptor: JSONValue, now: Date, baseURL: String) -> Page {
    let table = PageTable(
      caption: "Counts by vendor",
      columns: ["Vendor", "Users", "Sessions", "Pending approvals", "Messages", "Requests"], empty: "",
      rows: rows.map { row in
        ["\(PageParts.title(row.vendor))-style"]
          + [row.users, row.sessions, row.approvals, row.messages, row.requests].map {
            "<span class=\"number\">\($0)</span>"
          }
      })
    let vendors = rows.compactMap { row in
      descriptor[row.vendor].map { details("\(PageParts.title(row.vendor))-style", values(of: $0)) }
    }
    return Page(
      name: .overview,
      content: """
        <p class="lead">\(lead(rows.count)), the app’s own backend and its identity system are served at
        \(PageParts.code(baseURL)). The sandbox’s time is \(PageParts.time(now)) UTC.</p>
        \(table.markup)
        <h2>Addresses and keys</h2>
        \(vendors)
        \(details("The app’s backend", values(of: descriptor["backend"] ?? [:])))
        <h2>For programs</h2>
        <p>As JSON: <a href="/sandbox/descriptor">descriptor</a>, <a href="/sandbox/outbox">outbox</a>,
        <a href="/sandbox/requests">request log</a>, <a href="/sandbox/clock">clock</a>.</p>

        """)
  }

  private static func lead(_ vendors: Int) -> String {
    switch vendors {
    case 1: "One sign-in vendor"
    case 5: "Five sign-in vendors"
    default: "\(vendors) sign-in vendors"
    }
  }

  private static func details(_ title: String, _ values: [(name: String, value: String)]) -> Markup {
    """
    <details><summary>\(title)</summary>
    <dl>
    \(values.map { "<dt>\($0.name)</dt><dd>\(PageParts.code($0.value))</dd>\n" as Markup })</dl>
    </details>

    """
  }

  /// Returns the members that are not objects, at any depth, named by their paths: `confidentialClient.keyId`.
  private static func values(of value: JSONValue, _ prefix: String = "") -> [(name: String, value: String)] {
    (value.objectValue?.members ?? []).flatMap { member in
      member.value.objectValue == nil
        ? [(prefix + member.name, member.value.stringValue ?? member.value.serializedText)]
        : values(of: member.value, prefix + member.name + ".")
    }
  }
}
