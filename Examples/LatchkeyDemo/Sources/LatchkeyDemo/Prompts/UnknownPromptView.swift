import SwiftUI

/// A prompt that this version of the app does not know.
struct UnknownPromptView: View {
  let type: String

  var body: some View {
    Text("The server asks for '\(type)', which this version does not know. Update the app, or cancel.")
  }
}
