import AuthCore
import AuthUI
import SwiftUI

/// The reason why the user must sign in again, if the user did not sign out.
struct SignOutReasonView: View {
  let model: AuthModel

  var body: some View {
    if let explanation = model.signOutExplanation, !explanation.isRequested {
      Text(explanation.text).foregroundStyle(.secondary)
    }
  }
}
