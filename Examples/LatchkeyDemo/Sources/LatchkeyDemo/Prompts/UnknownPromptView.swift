import SwiftUI

/// A prompt that this version of the app does not support.
struct UnknownPromptView: View {
  let type: String

  var body: some View {
    Text("The server requires the step '\(type)', which this version does not support. Update the app, or cancel.")
  }
}
