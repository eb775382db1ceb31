public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The vendor's pre-built page: the backend tracks an action and hands its `url` to the app, which opens it in a web
/// session; the page comes back with a token (A73).
extension AuthsignalProvider {
  /// The scheme that the page comes back by.
  public static var pageScheme: String { "authsignal" }

  /// Opens the page of a tracked action and keeps the token that it comes back with, as `setToken` does.
  ///
  /// - Parameters:
  ///   - url: the tracked action's `url`.
  ///   - open: opens the prompt's address in a web session that is not ephemeral (`ASWebAuthenticationSession`), waits
  ///     for the callback scheme, and gives the callback's address; nil where the user closed the page.
  /// - Returns: the token, to be validated by the app's backend; nil where the user closed the page, which is no error.
  /// - Throws: `invalid_request` for an address that is neither https nor of this machine; `malformed_response` for a
  ///   callback of another scheme; `invalid_token` for one whose token is no JWT; what `open` throws.
  public func launch(
    _ url: URL, open: @Sendable (RedirectPrompt) async throws(AuthError) -> URL?
  ) async throws(AuthError) -> Secret? {
    let page = try Self.pageURL(url, provider: id)
    let callback: URL?
    do throws(AuthError) {
      callback = try await open(RedirectPrompt(url: page, callbackScheme: Self.pageScheme))
    } catch where error.code == .cancelled {
      return nil
    }
    guard let callback else { return nil }
    guard callback.scheme?.lowercased() == Self.pageScheme else {
      throw AuthError(.malformedResponse, "The page came back by another scheme than its own.", provider: id)
    }
    let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems
    guard let text = items?.first(where: { $0.name == "token" })?.value, !text.isEmpty else { return nil }
    let token = Secret(text)
    try setToken(token)
    return token
  }

  static func pageURL(_ url: URL, provider: ProviderID) throws(AuthError) -> URL {
    let isLocal = ["localhost", "127.0.0.1", "::1"].contains(Origin(url)?.host ?? "")
    guard url.scheme == "https" || (url.scheme == "http" && isLocal) else {
      throw AuthError(
        .invalidRequest, "The page's address must be https; give the tracked action's url.", provider: provider)
    }
    return url.appending(queryItems: [URLQueryItem(name: "nativeScheme", value: pageScheme)])
  }
}
