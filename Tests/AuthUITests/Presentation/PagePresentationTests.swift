import AuthCore
import TestSupport
import Testing

@testable import AuthUI

/// The pages that are not a flow's.
struct PagePresentationTests {
  private static let now = Prompts.start
  private static let session = Session(
    id: SessionID("s"), providerID: "one", tenant: "t", subject: "user-1", identifier: "jane@example.com",
    createdAt: now)

  /// Every page in every language, as a text.
  @Test(arguments: [TextCatalog.english, .german, .expanded, .rightToLeft, .wide])
  func looksLikeTheSnapshot(catalog: TextCatalog) throws {
    let failure = AuthError(.network, "No.")
    let states: [SessionState] = [
      .loading, .signedOut(.never), .signedIn(Self.session), .unverified(Self.session), .expired(Self.session),
      .locked(Self.session, .keyUnavailable),
    ]
    var parts = [
      PresentationText.of(
        SignInPresentation(
          state: .expired(Self.session), explanation: nil, methods: [.passkey, .emailOTP, .oauth("google")]), catalog)
    ]
    parts += states.map { state in
      let shown = SessionPresentation(state: state, enrollable: [.totp, .oauth("google")], problem: failure)
      return PresentationText.of(shown, name: "session-\(state.name)", catalog)
    }
    parts += [
      PresentationText.of(AccountsPresentation([]), name: "accounts-none", catalog),
      PresentationText.of(AccountsPresentation(Self.rows(isBusy: false)), name: "accounts", catalog),
      PresentationText.of(
        AccountsPresentation(Self.rows(isBusy: true), problem: failure), name: "accounts-busy", catalog),
      PresentationText.of(ApprovalsPresentation([]), name: "approvals-none", catalog),
      PresentationText.of(PreviewSamples.approvals(at: Self.now), name: "approvals", catalog),
      PresentationText.of(PreviewSamples.signOut, catalog),
    ]
    try Snapshot.expect(parts.joined(separator: "\n"), is: "pages-\(catalog.language)")
  }

  private static func rows(isBusy: Bool) -> [AccountsPresentation.Row] {
    [
      AccountsPresentation.Row(
        id: SessionID("a"), title: "jane@example.com", provider: "one", label: "Work", isSelected: true,
        isBusy: isBusy),
      AccountsPresentation.Row(id: SessionID("b"), title: "joe", provider: "two", isBusy: isBusy),
    ]
  }

  @Test func theSignInPageSaysWhyOnlyIfTheUserDidNotAskForIt() {
    func notice(_ state: SessionState) -> String? {
      SignInPresentation(state: state, explanation: nil, methods: []).notice?.key
    }
    #expect(notice(.signedOut(.never)) == nil && notice(.signedOut(.requested)) == nil)
    #expect(notice(.expired(Self.session)) == "session.expired")
  }

  @Test func aSignedOutUserCanDoNothingWithASession() {
    for state in [SessionState.loading, .signedOut(.never)] {
      let shown = SessionPresentation(state: state, enrollable: [.totp])
      #expect(shown.actions.isEmpty && shown.methods.isEmpty)
    }
    let busy = SessionPresentation(state: .locked(Self.session, .keyUnavailable), isBusy: true)
    #expect(busy.actions.map(\.kind) == [.renew, .signOut] && busy.actions.allSatisfy { !$0.isEnabled })
  }

  @Test func twoSignOutsWithTheSamePageShowItOnce() {
    let page = SignOutRedirect(url: Prompts.page, callbackScheme: "app", providerID: "one")
    let result = SignOutResult(redirects: [page])
    #expect(SignOutPresentation([result, result]).pages.map(\.redirect) == [page])
    #expect(SignOutPresentation([]).isEmpty && SignOutPresentation([SignOutResult()]).isEmpty)
    #expect(!SignOutPresentation([result]).isEmpty)
  }
}
