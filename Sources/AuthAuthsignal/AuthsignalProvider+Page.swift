public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The vendor's pre-built page. The backend tracks an action and passes its `url` to the app. The app opens this page
/// in a web session, and the page's callback contains a token (A73).
extension AuthsignalProvider {
  /// The URL scheme of the page's callback.
  public static var pageScheme: String { "authsignal" }

  /// Opens the page of a tracked action and keeps the returned token, like `setToken`.
  ///
  /// - Parameters:
  ///   - url: the tracked action's `url`.
  ///   - open: opens the prompt's address in a web session that is not ephemeral (`ASWebAuthenticationSession`), waits
  ///     for the callback scheme, and returns the callback URL; nil if the user closed the page.
  /// - Returns: the token, for the app's backend to validate; nil if the user closed the page or the callback contains
  ///   no token, neither of which is an error.
  /// - Throws: `invalid_request` unless the address uses https or is on this device; `malformed_response` for a
  ///   callback with another scheme; `invalid_token` for a callback whose token is not a JWT; `token_expired` for an
  ///   expired token; and any error of `open` except `cancelled`.
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
      throw AuthError(
        .malformedResponse, "The page's callback does not use the scheme '\(Self.pageScheme)'. Start again.",
        provider: id)
    }
    let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems
    guard let text = items?.first(where: { $0.name == "token" })?.value, !text.isEmpty else { return nil }
    let token = Secret(text)
    try setToken(token)
    return token
  }

  static func pageURL(_ url: URL, provider: ProviderID) throws(AuthError) -> URL {
    let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(Origin(url)?.host ?? "")
    guard url.scheme == "https" || (url.scheme == "http" && isLocal) else {
      throw AuthError(
        .invalidRequest, "The page's address must use https. Pass the tracked action's url.", provider: provider)
    }
    return url.appending(queryItems: [URLQueryItem(name: "nativeScheme", value: pageScheme)])
  }
}
