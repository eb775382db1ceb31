public import AuthCore

/// What the sign-in page shows: `AuthModel.signInPresentation` makes it.
public struct SignInPresentation: Sendable, Equatable {
  /// The title.
  public var title = Phrase("signIn.title")
  /// Why the user has to sign in again; nil if the user signed out, and before the first sign-in.
  public var notice: Phrase?
  /// The label of the field for the identifier, which may stay empty.
  public var identifier = Phrase("signIn.identifier")
  /// The methods; the title of each says that the sign-in continues with it.
  public var methods: [FlowPresentation.Option] = []
  /// The title of the button that leaves the choice of the method to the provider.
  public var action = Phrase("action.continue")

  /// Creates the presentation.
  ///
  /// - Parameters:
  ///   - state: the state of the session.
  ///   - explanation: why the session ended; nil if it is not known.
  ///   - methods: the provider's methods, the preferred one first.
  public init(state: SessionState, explanation: SignOutExplanation?, methods: [MethodID]) {
    if let explanation, !explanation.isRequested {
      notice = explanation.phrase
    } else if case .expired = state {
      notice = state.phrase
    }
    self.methods = methods.map { method in
      let name = Phrase.method(method, label: nil)
      return FlowPresentation.Option(
        id: method.rawValue, label: Phrase("signIn.continueWith", ["method": .phrase(name)]), icon: nil)
    }
  }
}

extension AuthModel {
  /// What the sign-in page shows now.
  public var signInPresentation: SignInPresentation {
    SignInPresentation(state: session.state, explanation: signOutExplanation, methods: methods)
  }
}
