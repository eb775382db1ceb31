#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks to open a page in the system's browser.
public struct RedirectPrompt: Sendable, Hashable {
  /// The page's URL.
  public let url: URL
  /// The scheme of the callback if it is a private scheme of the app (RFC 8252 §7.1); nil for any scheme.
  public let callbackScheme: String?
  /// A value that a field in the query or fragment of the callback must have, usually the `state` of RFC 6749 §4.1.1;
  /// nil if the callback has no such field.
  public let callbackState: String?

  /// Creates a prompt; by default `takes(_:)` accepts every URL.
  public init(url: URL, callbackScheme: String? = nil, callbackState: String? = nil) {
    self.url = url
    self.callbackScheme = callbackScheme
    self.callbackState = callbackState
  }

  /// Whether a URL with which the app was opened can be the callback of this page. The URL must have `callbackScheme`,
  /// and a field of its query or fragment must have the value `callbackState`; a property that is nil is not checked.
  /// The app handles any other URL in another way.
  public func takes(_ callback: URL) -> Bool {
    let text = callback.absoluteString
    if let callbackScheme, text.prefix(while: { $0 != ":" }).lowercased() != callbackScheme.lowercased() {
      return false
    }
    guard let callbackState else { return true }
    // The fields of the query and of the fragment.
    return text.split(omittingEmptySubsequences: false) { $0 == "?" || $0 == "#" }.dropFirst().contains { part in
      (PercentEncoding.decodeForm(part) ?? []).contains { $0.value.hasSameBytes(as: callbackState) }
    }
  }
}

extension RedirectPrompt: Redacting {
  /// The page without its query, and the callback's scheme.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url), "callbackScheme": callbackScheme ?? "nil"]
  }
}
