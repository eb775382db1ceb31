#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks to open a page in the system's browser.
public struct RedirectPrompt: Sendable, Hashable {
  /// What to open.
  public let url: URL
  /// The scheme of the callback, where it is one of the app's own.
  public let callbackScheme: String?
  /// A prompt.
  public init(url: URL, callbackScheme: String? = nil) {
    self.url = url
    self.callbackScheme = callbackScheme
  }
}

extension RedirectPrompt: Redacting {
  /// The page without its query.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url), "callbackScheme": callbackScheme ?? "nil"]
  }
}
