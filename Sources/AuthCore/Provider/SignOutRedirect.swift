#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A page to open at sign-out.
public struct SignOutRedirect: Sendable, Hashable {
  /// The page's URL.
  public let url: URL
  /// The scheme of the callback, if it is one of the app's own.
  public let callbackScheme: String?
  /// The provider instance whose page must be opened.
  public let providerID: ProviderID
  /// Creates a page to open.
  public init(url: URL, callbackScheme: String?, providerID: ProviderID) {
    self.url = url
    self.callbackScheme = callbackScheme
    self.providerID = providerID
  }
}

extension SignOutRedirect: Redacting {
  /// The page without its query, which may contain a token.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url), "callbackScheme": callbackScheme ?? "nil", "providerID": providerID.rawValue]
  }
}
