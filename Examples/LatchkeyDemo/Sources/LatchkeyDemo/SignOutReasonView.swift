import AuthCore
import AuthUI
import SwiftUI

/// Why the user must sign in again, if they did not sign out themselves.
struct SignOutReasonView: View {
  let model: AuthModel

  var body: some View {
    if let explanation = model.signOutExplanation, !explanation.isRequested {
      Text(explanation.text).foregroundStyle(.secondary)
    }
  }
}
