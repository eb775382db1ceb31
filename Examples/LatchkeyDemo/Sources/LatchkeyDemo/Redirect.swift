import Foundation

/// The redirect URI, with the app's own scheme. Both the app's Info.plist and the vendor's console must name it.
enum Redirect {
  static let callback = URL(string: "latchkey-demo://callback")
}
