import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
import AuthRuntime
import AuthTurnkey
import AuthUI
import Foundation
import Observation

/// Creates the client from the file `auth.json` in the app. All four providers are linked; the file selects those in
/// use.
@MainActor @Observable
final class DemoStart {
  enum Outcome {
    case running(AuthModel)
    case failed(String)
  }

  let outcome: Outcome

  init() {
    do throws(AuthError) {
      guard let file = Bundle.main.url(forResource: "auth", withExtension: "json") else {
        throw AuthError(.invalidConfiguration, "Add a file auth.json to the app; auth.example.json shows its form.")
      }
      let client = try AuthClient(
        configuration: .load(contentsOf: file), plugins: [.turnkey, .privy, .hawcx, .authsignal])
      outcome = .running(AuthModel(client))
    } catch {
      outcome = .failed(error.message)
    }
  }
}
