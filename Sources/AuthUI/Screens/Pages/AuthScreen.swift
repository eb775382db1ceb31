#if canImport(SwiftUI)
  import AuthCore
  public import Foundation
  public import SwiftUI

  /// All of signing in: the sign-in page, the open flow, and the page of the signed-in user.
  ///
  /// ```swift
  /// WindowGroup { AuthScreen(model: model, redirectURL: URL(string: "my-app://callback")) }
  /// ```
  public struct AuthScreen: View {
    private let model: AuthModel
    private let redirectURL: URL?
    @Environment(\.authHandlers) private var handlers

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - model: the app's model.
    ///   - redirectURL: the URL to which pages redirect; nil if the app provides none.
    public init(model: AuthModel, redirectURL: URL? = nil) {
      self.model = model
      self.redirectURL = redirectURL
    }

    /// The page that `AuthModel.screen` names.
    public var body: some View {
      Group {
        switch model.screen {
        case .signIn: SignInScreen(model: model, redirectURL: redirectURL)
        case .flow(let flow):
          FlowScreen(model: flow) { await model.close() }.authHandlers(flowHandlers).id(ObjectIdentifier(flow))
        case .session: SessionScreen(model: model)
        }
      }
      .onOpenURL { url in Task { await model.handle(url) } }
    }

    /// The app's handlers; a sign-in that asks for an address offers passkeys, as the sign-in page does. Another flow
    /// offers none: a passkey would sign another user in, and close the flow.
    private var flowHandlers: AuthHandlers {
      var all = handlers
      if all.suggestPasskeys == nil, model.suggestsPasskeys, model.flow?.request.purpose == .signIn {
        all.suggestPasskeys = { await model.suggestPasskeys() }
      }
      return all
    }
  }
#endif
