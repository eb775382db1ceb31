import SwiftUI

/// The reason why the app could not start, such as an error in the configuration.
struct StartFailureView: View {
  let message: String

  var body: some View {
    VStack(spacing: 12) {
      Text("The app is not set up yet").font(.headline)
      Text(message).foregroundStyle(.secondary)
    }
    .padding()
  }
}
