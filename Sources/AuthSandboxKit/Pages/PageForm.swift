/// A form on one of the sandbox's pages. A token in the form proves that it came from such a page; see `PageGuard`.
enum PageForm {
  /// Returns a form that posts to a page.
  ///
  /// - Parameters:
  ///   - path: the page.
  ///   - action: what the form does, sent as the field `do`.
  ///   - token: the token that this run of the sandbox puts into its forms.
  ///   - fields: the inputs and buttons.
  ///   - style: the classes of the form.
  static func markup(_ path: String, _ action: String, token: String, style: String = "", _ fields: Markup) -> Markup {
    """
    <form method="post" action="\(path)" class="\(style)">
    <input type="hidden" name="token" value="\(token)"><input type="hidden" name="do" value="\(action)">
    \(fields)
    </form>

    """
  }

  /// Returns the response to a form that did not come from a page of this run of the sandbox.
  static func refused(_ name: Page.Name) -> Page {
    Page(
      name: name,
      content: """
        <p class="notice" role="alert">Nothing was changed: the form did not come from a page of this sandbox, or came
        from a page of an earlier run. Go back, reload the page, and send the form again.</p>
        <p><a href="\(name.rawValue)">Back to \(name.title)</a></p>

        """, status: 403)
  }
}
