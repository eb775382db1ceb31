#if canImport(SwiftUI)
  import AuthCore
  public import SwiftUI
  public import TwoStepLogin

  /// The view of the login's two steps.
  public struct LoginView: View {
    @State private var model: LoginViewModel
    private let notice: String?

    /// Creates the view of a login.
    ///
    /// - Parameters:
    ///   - model: the login's model.
    ///   - notice: a text above the login, for example why the session ended.
    public init(_ model: LoginViewModel, notice: String? = nil) {
      _model = State(initialValue: model)
      self.notice = notice
    }

    /// The field for the address, the list of accounts, or a progress view.
    public var body: some View {
      VStack(alignment: .leading, spacing: 16) {
        if let notice { Text(notice).foregroundStyle(.secondary) }
        switch model.step {
        case .email: emailStep
        case .lookingUp: ProgressView("Looking for your account…")
        case .choosingAccount(let accounts): accountStep(accounts)
        case .waitingForPasskey: ProgressView("Waiting for your passkey…")
        case .signedIn: ProgressView()
        }
        if let problem = model.problem { Text(problem.text).foregroundStyle(.red) }
      }
      .padding()
    }

    private var emailStep: some View {
      VStack(alignment: .leading) {
        TextField("E-mail address", text: $model.email)
          .textFieldStyle(.roundedBorder)
          .autocorrectionDisabled()
          .onSubmit { Task { await model.submitEmail() } }
        Button("Continue") { Task { await model.submitEmail() } }.disabled(!model.canContinue)
      }
    }

    private func accountStep(_ accounts: [AccountOption]) -> some View {
      VStack(alignment: .leading) {
        Text("Choose an account")
        ForEach(accounts, id: \.id) { account in
          Button(account.label) { Task { await model.select(account) } }
        }
        Button("Another address") { Task { await model.startOver() } }
      }
    }
  }
#endif
