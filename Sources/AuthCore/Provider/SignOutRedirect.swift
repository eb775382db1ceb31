#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A page to open at sign-out.
public struct SignOutRedirect: Sendable, Hashable {
  /// What to open.
  public let url: URL
  /// The scheme of the callback, where it is one of the app's own.
  public let callbackScheme: String?
  /// Whose it is.
  public let providerID: ProviderID
  /// A page to open.
  public init(url: URL, callbackScheme: String?, providerID: ProviderID) {
    self.url = url
    self.callbackScheme = callbackScheme
    self.providerID = providerID
  }
}

extension SignOutRedirect: Redacting {
  /// The page without its query, which may name a token.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url), "callbackScheme": callbackScheme ?? "nil", "providerID": providerID.rawValue]
  }
}
