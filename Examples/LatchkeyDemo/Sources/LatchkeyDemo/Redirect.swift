import Foundation

/// Where pages come back to: a scheme of the app's own, which its Info.plist and the vendor's console both name.
enum Redirect {
  static let callback = URL(string: "latchkey-demo://callback")
}
