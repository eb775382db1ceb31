#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks to open a page in the system's browser.
public struct RedirectPrompt: Sendable, Hashable {
  /// The page's URL.
  public let url: URL
  /// The scheme of the callback, if it is one of the app's own.
  public let callbackScheme: String?
  /// The value of a field in the callback's query or fragment, usually the `state` of RFC 6749 §4.1.1; nil if the
  /// page's callback has no such field.
  public let callbackState: String?

  /// Creates a prompt.
  public init(url: URL, callbackScheme: String? = nil, callbackState: String? = nil) {
    self.url = url
    self.callbackScheme = callbackScheme
    self.callbackState = callbackState
  }

  /// Whether a URL that the app was opened with can be this page's callback: it has `callbackScheme` and contains
  /// `callbackState`. Any other URL of the app's scheme belongs to the app itself.
  public func takes(_ callback: URL) -> Bool {
    let text = callback.absoluteString
    if let callbackScheme, text.prefix(while: { $0 != ":" }).lowercased() != callbackScheme.lowercased() {
      return false
    }
    guard let callbackState else { return true }
    // The fields of query and fragment.
    return text.split(omittingEmptySubsequences: false) { $0 == "?" || $0 == "#" }.dropFirst().contains { part in
      (PercentEncoding.decodeForm(part) ?? []).contains { $0.value.hasSameBytes(as: callbackState) }
    }
  }
}

extension RedirectPrompt: Redacting {
  /// The page without its query.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url), "callbackScheme": callbackScheme ?? "nil"]
  }
}
