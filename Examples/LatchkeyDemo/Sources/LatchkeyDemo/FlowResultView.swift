import AuthCore
import SwiftUI

/// The result of a flow.
struct FlowResultView: View {
  let result: FlowResult

  var body: some View {
    switch result {
    case .session(let session, let isNewUser):
      Text("\(isNewUser ? "Welcome" : "Welcome back"), \(session.identifier ?? session.subject)")
    case .authorizationCode: Text("A code for the app's server to exchange")
    case .proof(let proof): Text("Confirmed: \(proof.action ?? "the action")")
    case .credential(let credential): Text("Added: \(credential.label ?? credential.method.rawValue)")
    }
  }
}
