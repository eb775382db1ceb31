import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a page that is not a flow's shows in a preview.
enum PreviewPage: Sendable, Equatable {
  case signIn(SignInPresentation)
  case session(SessionPresentation)
  case accounts(AccountsPresentation)
  case approvals(ApprovalsPresentation)
  case signOut(SignOutPresentation)

  /// The page of a state; nil for a state of a flow.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - now: the time at which the countdowns begin.
  init?(_ state: PreviewState, at now: Date = SystemClock().now()) {
    switch state {
    case .signIn: self = .signIn(PreviewSamples.signIn(at: now))
    case .session: self = .session(PreviewSamples.session(at: now))
    case .accounts: self = .accounts(PreviewSamples.accounts)
    case .approvals: self = .approvals(PreviewSamples.approvals(at: now))
    case .signOut: self = .signOut(PreviewSamples.signOut)
    default: return nil
    }
  }
}
