import AuthCore
import AuthRuntime
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Receives redirects for the command line with a loopback listener, if a page redirects to a loopback address
/// (RFC 8252 §7.3).
final class RedirectDesk: Sendable {
  /// The environment to start a browser in; nil if no page is opened.
  private let environment: [String: String]?
  /// A listener that exists before the page is known, so that the flow can send its address to the server; nil after a
  /// page has used it.
  private let prepared: Locked<LoopbackRedirectListener?>

  /// - Parameters:
  ///   - port: the port of the listener whose address is `url`; 0 selects a free port; nil if no such listener is
  ///     needed.
  ///   - browser: the environment to start the system's browser in; nil if no page is opened.
  /// - Throws: `invalid_request` for a port that is invalid, in use or not permitted.
  init(port: Int? = nil, browser: [String: String]? = nil) throws(AuthError) {
    environment = browser
    prepared = Locked(nil)
    guard let port else { return }
    let listener = try LoopbackRedirectListener(port: port)
    prepared.withLock { $0 = listener }
  }

  /// The redirect address for a flow's request; nil without a port, or after a page has used the listener.
  var url: URL? { prepared.withLock { $0?.url } }

  /// A listener for a page that redirects to a loopback IP literal with `http`. Returns nil if the page redirects
  /// elsewhere, if its redirect address has no path or one that the listener does not support, or if the listener
  /// cannot open the port.
  func listener(for page: RedirectPrompt) -> LoopbackRedirectListener? {
    guard page.callbackScheme == nil, let target = Self.target(of: page.url) ?? pushedTarget(of: page.url) else {
      return nil
    }
    let waiting = prepared.withLock { prepared -> LoopbackRedirectListener? in
      guard let listener = prepared, listener.url.absoluteString == target else { return nil }
      prepared = nil
      return listener
    }
    if let waiting { return waiting }
    guard let origin = Origin(target), origin.scheme == "http",
      let host = LoopbackRedirectListener.Host(rawValue: origin.host), target.hasPrefix(origin.description + "/")
    else { return nil }
    do throws(AuthError) {
      return try LoopbackRedirectListener(
        host: host, port: origin.port, path: String(target.dropFirst(origin.description.count)))
    } catch {
      // Without a listener, the user pastes the address of the last page.
      return nil
    }
  }

  /// Checks that the page returns its response in the redirect URL: a browser that posts it (`form_post`) leaves no
  /// address that the user could paste, and the listener does not accept a form.
  ///
  /// - Throws: `unsupported` for a page that posts its response.
  static func checkResponse(of page: RedirectPrompt) throws(AuthError) {
    guard fields(of: page.url).contains(where: { $0.name == "response_mode" && $0.value == "form_post" }) else {
      return
    }
    throw AuthError(
      .unsupported,
      "The identity provider's page posts its response to the redirect URL, which only a service can receive. Set "
        + "'responseMode' to 'query'.")
  }

  /// Opens a page if `--open` was given, with the first program of `BROWSER` or with the system's opener. A failure is
  /// ignored, since the page's address is printed as well.
  func open(_ page: URL) {
    guard let environment else { return }
    let program = environment["BROWSER"]?.split(separator: ":").first.map(String.init) ?? Self.opener
    // The task is not awaited: the browser may run longer than the sign-in.
    Task.detached { _ = await Subprocess.run([program, page.absoluteString], environment: environment) }
  }

  /// `redirect_uri` of an authorisation request (RFC 6749 §4.1.1), or `redirectUri` as a vendor's own page may spell
  /// it.
  private static func target(of page: URL) -> String? {
    fields(of: page).first { $0.name == "redirect_uri" || $0.name == "redirectUri" }?.value
  }

  /// The redirect address of a pushed request, whose page names only the request (RFC 9126 §4): the address that this
  /// command put into the request.
  private func pushedTarget(of page: URL) -> String? {
    Self.fields(of: page).contains { $0.name == "request_uri" } ? url?.absoluteString : nil
  }

  private static func fields(of page: URL) -> [(name: String, value: String)] {
    let query = page.absoluteString.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return PercentEncoding.decodeForm(query) ?? []
  }

  #if canImport(Darwin)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif
}
