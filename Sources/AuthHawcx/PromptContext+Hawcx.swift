public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PromptContext {
  /// When a Hawcx-style server deletes the flow; nil if the server's response contains no such time.
  public var hawcxSessionExpiresAt: Date? {
    details["session_expires_at"]?.stringValue.flatMap { ISO8601.decode($0) }
  }
}
