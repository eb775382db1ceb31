/// The rule for the names of actions. This package checks a name before it sends a request. The vendor's own SDKs send
/// any name and leave the refusal to the server (A85).
enum ActionName {
  static let rule = "1 to 64 letters, digits, '-' and '_'"

  static func isValid(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
