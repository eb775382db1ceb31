import AuthCore

/// The page with the policy of each vendor: the members that were set, with forms to change them.
enum PoliciesPage {
  /// The result of a form.
  enum Outcome: String, Sendable {
    case changed, malformed

    fileprivate var text: String {
      switch self {
      case .changed: "The policy was changed."
      case .malformed:
        "The policy was not changed. Enter a member’s name, and a value whose numbers are between -4294967295 and "
          + "4294967295."
      }
    }
  }

  private static let path = Page.Name.policies.rawValue

  static func page(_ policies: [(vendor: String, policy: JSONObject)], token: String, outcome: Outcome?) -> Page {
    Page(
      name: .policies,
      content: """
        <p class="lead">How each vendor’s servers behave. A value is JSON, or else a text. A member that is not set has
        its default; the documentation of the sandbox lists the members.</p>
        \(outcome.map { PageParts.notice($0.text, isRefusal: $0 == .malformed) } ?? "")
        \(policies.map { section($0.vendor, $0.policy, token) })
        """)
  }

  private static func section(_ vendor: String, _ policy: JSONObject, _ token: String) -> Markup {
    let title = PageParts.title(vendor)
    let hidden: Markup = "<input type=\"hidden\" name=\"provider\" value=\"\(vendor)\">"
    let table = PageTable(
      caption: "Policy of \(title)", columns: ["Member", "Value", "Change"], empty: "Every member has its default.",
      rows: policy.members.map { member in
        let name: Markup = "<input type=\"hidden\" name=\"member\" value=\"\(member.name)\">"
        let button: Markup = "<button aria-label=\"Reset \(member.name) of \(title)\">Reset</button>"
        return [
          PageParts.code(member.name), PageParts.code(member.value.serializedText),
          PageForm.markup(path, "reset", token: token, "\(hidden)\(name)\(button)"),
        ]
      }, isAligned: true)
    let fields: Markup = """
      \(hidden)<label>Member <input name="member" required autocomplete="off" placeholder="createUsers"></label>
      <label>Value <input name="value" required autocomplete="off" placeholder="false"></label>
      <button aria-label="Set the member of \(title)">Set</button>
      """
    return """
      <h2 id="\(vendor)">\(title)</h2>
      \(table.markup)\(PageForm.markup(path, "set", token: token, style: "bar", fields))

      """
  }
}
