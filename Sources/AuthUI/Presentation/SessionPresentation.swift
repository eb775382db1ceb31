public import AuthCore

/// What the page of the signed-in user shows: `AuthModel.sessionPresentation` makes it.
public struct SessionPresentation: Sendable, Equatable {
  /// What a button does.
  public enum Action: Sendable, Hashable {
    /// Renews the session: `SessionModel.refresh()`.
    case renew
    /// Signs out: `SessionModel.signOut(_:)`.
    case signOut
  }

  /// The title.
  public var title = Phrase("session.title")
  /// Who is signed in, or what the user has to do.
  public var text: Phrase
  /// Whether the session is still being read.
  public var isLoading: Bool
  /// The buttons.
  public var actions: [ScreenAction<Action>] = []
  /// The title of `methods`.
  public var methodsTitle = Phrase("session.add")
  /// The methods that the user can add: `AuthModel.enroll(_:)`.
  public var methods: [FlowPresentation.Option] = []
  /// The error of the last call; nil if there was none.
  public var problem: FlowPresentation.Problem?

  /// Creates the presentation.
  ///
  /// - Parameters:
  ///   - state: the session's state.
  ///   - enrollable: the methods that the user can add.
  ///   - isBusy: whether a call is in progress.
  ///   - problem: the error of the last call.
  public init(state: SessionState, enrollable: [MethodID] = [], isBusy: Bool = false, problem: AuthError? = nil) {
    text = state.phrase
    isLoading = state == .loading
    self.problem = problem.map { FlowPresentation.Problem($0, wait: nil) }
    guard state.session != nil else { return }
    switch state {
    case .unverified, .expired, .locked:
      actions.append(ScreenAction(.renew, Phrase("session.renew"), isEnabled: !isBusy))
    case .loading, .signedOut, .signedIn: break
    }
    actions.append(ScreenAction(.signOut, Phrase("account.signOut"), isEnabled: !isBusy, isDestructive: true))
    methods = enrollable.map {
      FlowPresentation.Option(id: $0.rawValue, label: .method($0, label: nil), icon: nil)
    }
  }
}

extension AuthModel {
  /// What the page of the signed-in user shows now.
  public var sessionPresentation: SessionPresentation {
    SessionPresentation(
      state: session.state, enrollable: session.isSignedIn ? enrollableMethods : [], isBusy: session.isBusy,
      problem: session.problem)
  }
}
