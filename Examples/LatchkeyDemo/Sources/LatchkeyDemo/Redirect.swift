import Foundation

/// Where pages return to: the app's own scheme, which its Info.plist and the vendor's console both name.
enum Redirect {
  static let callback = URL(string: "latchkey-demo://callback")
}
