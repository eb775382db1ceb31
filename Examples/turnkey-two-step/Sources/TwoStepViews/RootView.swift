#if canImport(SwiftUI)
  public import SwiftUI
  public import TwoStepLogin

  /// The app's first view: the login, or what comes after it.
  public struct RootView: View {
    @State private var sessions: SessionManager

    /// The view of a session manager.
    public init(_ sessions: SessionManager) { _sessions = State(initialValue: sessions) }

    /// The login, or what comes after it.
    public var body: some View {
      switch sessions.phase {
      case .starting: ProgressView()
      case .signedOut(let notice): LoginView(sessions.login(), notice: notice)
      case .signedIn(let session): HomeView(session: session, sessions: sessions)
      }
    }
  }
#endif
