import SwiftUI

@main struct FirstApp: App {
  var body: some Scene {
    WindowGroup { Text("Not set up yet") }
  }
}
