#if canImport(SwiftUI)
  import AuthCore
  import SwiftUI
  import TwoStepLogin

  /// The view for a signed-in user.
  struct HomeView: View {
    let session: Session
    let sessions: SessionManager
    @State private var problem: String?

    var body: some View {
      VStack(spacing: 16) {
        Text("Signed in as \(session.identifier ?? session.subject)")
        Button("Sign out") {
          Task {
            do {
              try await sessions.signOut()
            } catch {
              problem = error.message
            }
          }
        }
        if let problem { Text(problem).foregroundStyle(.red) }
      }
      .padding()
    }
  }
#endif
