import AuthCore
import AuthUI
import SwiftUI

/// The page of a signed-in user.
struct NotesView: View {
  let model: AuthModel

  var body: some View {
    VStack(spacing: 12) {
      Text(model.session.session?.subject ?? "")
      Button("Sign out") { Task { await model.session.signOut() } }
    }
    .padding()
  }
}
