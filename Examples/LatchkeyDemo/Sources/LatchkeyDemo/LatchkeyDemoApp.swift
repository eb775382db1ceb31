import AuthUI
import SwiftUI

/// The app, with one model for all views.
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
