import AuthCore
import AuthPrivy
import AuthUI
import AuthenticationServices
import SwiftUI

/// Answers the prompt of a Privy-style provider for the authorisation code of Apple's sheet. The provider's prompt has
/// the state for the request; the provider exchanges the code.
struct PrivyAppleButton: View {
  let flow: FlowModel
  let state: String
  @State private var problem: AuthError?

  var body: some View {
    SignInWithAppleButton(.signIn) { request in
      request.requestedScopes = [.fullName, .email]
      request.state = state
    } onCompletion: { result in
      Task { await answer(result) }
    }
    .frame(height: 44)
    if let problem { Text(problem.message).foregroundStyle(.red) }
  }

  private func answer(_ result: Result<ASAuthorization, any Error>) async {
    do throws(AuthError) {
      let authorization: ASAuthorization
      switch result {
      case .success(let success): authorization = success
      case .failure(let error): throw AppleSheet.failure(error)
      }
      guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
        throw AuthError(.malformedResponse, "Apple's sheet returned another kind of credential. Sign in again.")
      }
      problem = nil
      await flow.answer(
        .fields([
          "authorizationCode": try AppleSheet.secret(credential.authorizationCode),
          "state": Secret(credential.state ?? ""),
        ]))
    } catch {
      problem = error.code == .cancelled ? nil : error
    }
  }
}
