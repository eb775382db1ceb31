#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A page to open at sign-out, so that the vendor ends its session in the browser.
public struct SignOutRedirect: Sendable, Hashable {
  /// The page's URL.
  public let url: URL
  /// The app's own URL scheme to which the page redirects; nil if it redirects to an `https` URL, or not at all.
  public let callbackScheme: String?
  /// The provider instance whose session ended.
  public let providerID: ProviderID
  /// Creates a page to open.
  public init(url: URL, callbackScheme: String?, providerID: ProviderID) {
    self.url = url
    self.callbackScheme = callbackScheme
    self.providerID = providerID
  }
}

extension SignOutRedirect: Redacting {
  /// The URL of the page without its query, which may contain a token, and the other properties.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url), "callbackScheme": callbackScheme ?? "nil", "providerID": providerID.rawValue]
  }
}
