import AuthCore
import AuthUI
import SwiftUI

/// A field for the identifier, which is optional, and the sign-in methods.
struct SignInView: View {
  let model: AuthModel
  @State private var identifier = ""

  var body: some View {
    TextField("E-mail address or phone number", text: $identifier)
      .textContentType(.username)
      .autocorrectionDisabled()
      .onSubmit { signIn(nil) }
    Button("Continue") { signIn(nil) }
    ForEach(model.methods, id: \.rawValue) { method in
      Button("Continue with \(method.rawValue)") { signIn(method) }
    }
  }

  private func signIn(_ method: MethodID?) {
    let typed = identifier.isEmpty ? nil : identifier
    Task { await model.signIn(identifier: typed, method: method, redirectURL: Redirect.callback) }
  }
}
