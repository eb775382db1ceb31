#if canImport(SwiftUI)
  public import AuthCore
  public import Foundation
  public import SwiftUI

  /// What an app does in place of the screens, or what only the app can do. Each handler may be nil.
  public struct AuthHandlers {
    /// Opens the page of a `redirect` prompt, and returns the URL with which the page returned; nil if the app passes
    /// that URL to `AuthModel.handle(_:)`. Without this handler, the system's browser session opens the page.
    public var openPage: (@MainActor (RedirectPrompt) async throws -> URL?)?
    /// Has a wallet sign the message, and returns the signature. Without this handler, the user pastes the signature.
    public var sign: (@MainActor (SignPrompt) async throws -> String)?
    /// Opens a page after a sign-out. Without this handler, the system's browser opens it.
    public var openSignOutPage: (@MainActor (SignOutRedirect) async -> Void)?
    /// Offers passkeys while the field for an e-mail address is shown, and returns when the task is cancelled. Without
    /// this handler, `SignInScreen` calls `AuthModel.suggestPasskeys()`, and the other fields offer none.
    public var suggestPasskeys: (@MainActor () async -> Void)?
    /// Returns the app's own view for a prompt, such as Apple's button; nil for the screen's. It replaces the
    /// fields and the choices. The title, the error, the times, the buttons and the other methods stay.
    public var prompt: (@MainActor (FlowModel) -> AnyView?)?

    /// Creates handlers; by default none.
    public init() {}
  }
#endif
