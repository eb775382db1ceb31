import AuthCore
import AuthTurnkeyAPI
import AuthUI
import AuthenticationServices
import SwiftUI

/// Signs in to a Turnkey-style provider with Apple's sheet. The token's nonce binds it to the session's key, so the key
/// is created first, and then the sheet is shown.
struct TurnkeyAppleButton: View {
  let context: TurnkeyContext
  @Environment(\.authorizationController) private var controller
  @State private var problem: AuthError?

  var body: some View {
    Button("Sign in with Apple") { Task { await signIn() } }
    if let problem { Text(problem.message).foregroundStyle(.red) }
  }

  private func signIn() async {
    let sheet = AppleSheet(controller: controller)
    do throws(AuthError) {
      _ = try await context.handleNativeAppleOAuth { (nonce) async throws(AuthError) in
        try await sheet.identityToken(nonce: nonce)
      }
      problem = nil
    } catch {
      problem = error.code == .cancelled ? nil : error
    }
  }
}
