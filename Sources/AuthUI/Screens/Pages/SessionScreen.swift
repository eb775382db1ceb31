#if canImport(SwiftUI)
  public import SwiftUI

  /// The page of the signed-in user: who it is, renewing, signing out, and adding a way to sign in.
  public struct SessionScreen: View {
    private let model: AuthModel

    /// Creates the page.
    public init(model: AuthModel) { self.model = model }

    /// The page.
    public var body: some View {
      ScreenColumn {
        SessionContent(shown: model.sessionPresentation) { action in
          switch action {
          case .renew: await model.session.refresh()
          case .signOut: await model.session.signOut()
          }
        } enroll: { method in
          await model.enroll(method)
        }
        SignOutContent(shown: model.signOutPresentation) { model.finished($0) }
      }
    }
  }
#endif
