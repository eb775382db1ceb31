#if canImport(SwiftUI)
  public import SwiftUI

  /// What remains to do after a sign-out: pages to open, so that providers end their sessions in the browser. The
  /// sign-in page and the page of the signed-in user show the same.
  public struct SignOutScreen: View {
    private let model: AuthModel

    /// Creates the page.
    public init(model: AuthModel) { self.model = model }

    /// The page.
    public var body: some View {
      ScreenColumn { SignOutContent(shown: model.signOutPresentation) { model.finished($0) } }
    }
  }
#endif
