#if canImport(SwiftUI)
  public import SwiftUI

  /// Returns a screen in one of its states, for Xcode's canvas: `#Preview { AuthUI.preview(.enterCode) }`.
  ///
  /// The screen needs no provider, no server and no network. A flow accepts answers: any answer in the right format
  /// signs in.
  @MainActor public func preview(_ state: PreviewState) -> some View { PreviewScreen(state: state) }

  /// A screen in one of its states.
  struct PreviewScreen: View {
    private let state: PreviewState
    @State private var flow: FlowModel?
    @State private var numbers = TypedNumbers()

    init(state: PreviewState) {
      self.state = state
      _flow = State(initialValue: .preview(state))
    }

    var body: some View {
      if let flow { FlowScreen(model: flow) } else { ScreenColumn { page } }
    }

    @ViewBuilder private var page: some View {
      switch PreviewPage(state) {
      case .signIn(let shown): SignInContent(shown: shown) { _, _ in }
      case .session(let shown): SessionContent(shown: shown, perform: { _ in }, enroll: { _ in })
      case .accounts(let shown): AccountsContent(shown: shown, add: {}, perform: { _, _ in }, rename: { _, _ in })
      case .approvals(let shown):
        ApprovalsContent(shown: shown, numbers: $numbers, perform: { _, _ in }, reload: {})
      case .signOut(let shown): SignOutContent(shown: shown) { _ in }
      case nil: EmptyView()
      }
    }
  }

  /// All states, for Xcode's canvas.
  struct AllPreviews: PreviewProvider {
    static var previews: some View {
      ForEach(PreviewState.allCases, id: \.self) { preview($0).previewDisplayName($0.rawValue) }
    }
  }
#endif
