import AuthUI
import SwiftUI

/// The app: one model for all of it.
@main
struct LatchkeyDemoApp: App {
  @State private var start = DemoStart()

  var body: some Scene {
    WindowGroup {
      switch start.outcome {
      case .running(let model): RootView(model: model)
      case .failed(let message): StartFailureView(message: message)
      }
    }
  }
}
