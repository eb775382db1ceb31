import AuthCore
import AuthUI
import SwiftUI

/// Stored sessions to switch to.
struct OtherSessionsView: View {
  let session: SessionModel

  var body: some View {
    if !session.others.isEmpty {
      Section("Other sessions") {
        ForEach(session.others, id: \.id.rawValue) { other in
          HStack {
            Button("\(other.identifier ?? other.subject) (\(other.providerID.rawValue))") {
              Task { await session.select(other.id) }
            }
            Spacer()
            Button("Remove", role: .destructive) { Task { await session.remove(other.id) } }
          }
        }
      }
      .disabled(session.isBusy)
    }
  }
}
