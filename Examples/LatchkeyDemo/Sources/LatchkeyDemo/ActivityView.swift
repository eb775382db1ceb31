import AuthCore
import SwiftUI

/// The activity that the user waits for.
struct ActivityView: View {
  let activity: Activity

  var body: some View {
    switch activity {
    case .request: ProgressView("One moment…")
    case .passkey: ProgressView("Waiting for your passkey…")
    case .deviceTrust: ProgressView("Recognising this device…")
    case .tokenFetch: ProgressView("Asking the app's server…")
    case .polling: ProgressView("Waiting for your other device…")
    }
  }
}
