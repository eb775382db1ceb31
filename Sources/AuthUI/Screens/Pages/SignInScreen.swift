#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  /// The sign-in page: why the user was signed out, a field for the identifier, and the provider's methods. While the
  /// page is shown, the system offers this device's passkeys above the keyboard.
  public struct SignInScreen: View {
    private let model: AuthModel
    private let redirectURL: URL?
    @Environment(\.authHandlers) private var handlers

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - model: the app's model.
    ///   - redirectURL: the URL to which pages redirect; nil if the app provides none.
    public init(model: AuthModel, redirectURL: URL? = nil) {
      self.model = model
      self.redirectURL = redirectURL
    }

    /// The page.
    public var body: some View {
      ScreenColumn {
        SignInContent(shown: model.signInPresentation) { identifier, method in
          await model.signIn(identifier: identifier, method: method, redirectURL: redirectURL)
        }
        SignOutContent(shown: model.signOutPresentation) { model.finished($0) }
      }
      .task(id: model.provider) { await suggestPasskeys() }
    }

    private func suggestPasskeys() async {
      if let suggest = handlers.suggestPasskeys { await suggest() } else { await model.suggestPasskeys() }
    }
  }
#endif
