#if canImport(SwiftUI)
  public import SwiftUI
  public import TwoStepLogin

  /// The app's first view: the login, or the home view of a signed-in user.
  public struct RootView: View {
    @State private var sessions: SessionManager

    /// Creates the view of a session manager.
    public init(_ sessions: SessionManager) { _sessions = State(initialValue: sessions) }

    /// A progress view, the login or the home view.
    public var body: some View {
      switch sessions.phase {
      case .starting: ProgressView()
      case .signedOut(let notice): LoginView(sessions.login(), notice: notice)
      case .signedIn(let session): HomeView(session: session, sessions: sessions)
      }
    }
  }
#endif
