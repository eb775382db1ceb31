import AuthCore
import AuthRuntime
import AuthTurnkey
import AuthUI
import Foundation
import SwiftUI

@main struct FirstApp: App {
  @State private var start = Start()

  var body: some Scene {
    WindowGroup {
      switch start.outcome {
      case .running(let model): AuthScreen(model: model, redirectURL: URL(string: "first-app://callback"))
      case .failed(let message): Text(message)
      }
    }
  }
}

@MainActor final class Start {
  enum Outcome {
    case running(AuthModel)
    case failed(String)
  }

  let outcome: Outcome

  init() {
    do throws(AuthError) {
      guard let file = Bundle.main.url(forResource: "auth", withExtension: "json") else {
        throw AuthError(.invalidConfiguration, "Add the file auth.json to the app.")
      }
      outcome = .running(AuthModel(try AuthClient(configuration: .load(contentsOf: file), plugins: [.turnkey])))
    } catch {
      outcome = .failed(error.message)
    }
  }
}
