// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Accessibility for macOS 14 and iOS 17, as far as Sources/AuthUI calls it.

public import Foundation

public enum AccessibilityNotification {
  public struct Announcement {
    public init(_ announcement: String) {}
    public func post() {}
  }
}
