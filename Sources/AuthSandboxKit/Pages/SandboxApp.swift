import AuthCore

/// An app that the program serves next to its sandbox: one page on which a person signs in with the app's own client.
///
/// The sandbox does not depend on a client. It passes visits to the app, and shows the content that the app returns
/// within its own header and footer.
package protocol SandboxApp: Sendable {
  /// Handles a visit, and returns what the page shows afterwards. The sandbox's lock is not held, so that the app's
  /// client can send requests to the sandbox.
  func page(for visit: SandboxAppVisit) async -> SandboxAppPage
}

/// A visit to the app's page.
package struct SandboxAppVisit: Sendable {
  /// The fields of the page's form, which was sent; nil if the page is only shown.
  package let fields: [String: String]?
  /// The URL with which a vendor's page redirected to the app; nil for a visit to the app's own page.
  package let callback: String?
  /// The token that the page's forms must contain, in the field `token`.
  package let token: String
}

/// What the app's page shows.
package struct SandboxAppPage: Sendable {
  /// The paths of the page, and of the redirects that return to the app.
  package static let path = "/app", callbackPath = "/callback"

  /// The content, without the page's heading.
  package var content: Markup
  /// Whether the page changes without a visit. If so, a browser loads it again soon.
  package var changesSoon: Bool

  package init(_ content: Markup, changesSoon: Bool) {
    self.content = content
    self.changesSoon = changesSoon
  }

  /// Returns the response to a visit that the app has handled. A visit that changed something redirects to the page, so
  /// that a reload does not repeat it.
  func response(to visit: SandboxAppVisit) -> SandboxResponse {
    if visit.fields != nil || visit.callback != nil {
      return SandboxResponse(status: 303, headers: ["Location": Self.path])
    }
    return Page(name: .app, content: content, isWatched: changesSoon).response
  }
}
