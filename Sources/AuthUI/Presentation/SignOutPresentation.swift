public import AuthCore

/// What remains to do after a sign-out: sessions that the server did not end, and pages to open.
/// `AuthModel.signOutPresentation` makes it.
public struct SignOutPresentation: Sendable, Equatable {
  /// A page to open, so that a provider ends its session in the browser.
  public struct Page: Sendable, Hashable {
    /// The title of the button.
    public var title: Phrase
    /// The page. After it was opened, pass it to `SessionModel.finished(_:)` and `AccountsModel.finished(_:)`.
    public var redirect: SignOutRedirect
  }

  /// The title.
  public var title = Phrase("signOut.title")
  /// What remains to do, a paragraph each.
  public var notes: [Phrase] = []
  /// The pages to open.
  public var pages: [Page] = []

  /// Whether nothing remains to do.
  public var isEmpty: Bool { notes.isEmpty && pages.isEmpty }

  /// Creates the presentation of the results of sign-outs. A page that is in several results is shown once.
  public init(_ results: [SignOutResult]) {
    var all = SignOutResult()
    for result in results {
      all.redirects += result.redirects.filter { !all.redirects.contains($0) }
      all.unrevoked.merge(result.unrevoked) { _, new in new }
      all.undeleted.merge(result.undeleted) { _, new in new }
      all.unforgotten.merge(result.unforgotten) { _, new in new }
      all.unreadable += result.unreadable
    }
    notes = all.phrases
    pages = all.redirects.map { redirect in
      Page(title: Phrase("signOut.page", ["provider": .text(redirect.providerID.rawValue)]), redirect: redirect)
    }
  }
}

extension AuthModel {
  /// What remains to do after the last sign-outs.
  public var signOutPresentation: SignOutPresentation {
    SignOutPresentation([session.signOutResult, accounts.signOutResult].compactMap(\.self))
  }

  /// Notes that the app has opened a page of `signOutPresentation`, or will not open it.
  public func finished(_ redirect: SignOutRedirect) {
    session.finished(redirect)
    accounts.finished(redirect)
  }
}
