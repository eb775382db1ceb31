import AuthCore
import AuthRuntime
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where pages come back to at the command line: a listener on loopback (RFC 8252 §7.3), where a page names one.
final class RedirectDesk: Sendable {
  /// What a browser is started with; nil opens nothing.
  private let environment: [String: String]?
  /// Listens from before the page is known, so that the flow can name it.
  private let prepared: Locked<LoopbackRedirectListener?>

  /// - Parameters:
  ///   - port: where to listen for pages that come back to no place of their own; nil does not.
  ///   - browser: the environment to start the system's browser in; nil opens nothing.
  init(port: Int? = nil, browser: [String: String]? = nil) throws(AuthError) {
    environment = browser
    prepared = Locked(nil)
    guard let port else { return }
    let listener = try LoopbackRedirectListener(port: port)
    prepared.withLock { $0 = listener }
  }

  /// Where a flow can say that it wants to come back to.
  var url: URL? { prepared.withLock { $0?.url } }

  /// A listener where the page comes back to this machine by a literal address; nil where it comes back elsewhere, or
  /// where somebody else listens.
  func listener(for page: RedirectPrompt) -> LoopbackRedirectListener? {
    guard page.callbackScheme == nil, let target = Self.target(of: page.url) else { return nil }
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
      // Then the address is pasted, as it is without a listener.
      return nil
    }
  }

  /// Opens a page, where that is wanted.
  func open(_ page: URL) {
    guard let environment else { return }
    let program = environment["BROWSER"]?.split(separator: ":").first.map(String.init) ?? Self.opener
    // A browser that is started by it may run for longer than the sign-in.
    Task.detached { _ = await Subprocess.run([program, page.absoluteString], environment: environment) }
  }

  /// `redirect_uri` of an authorisation request (RFC 6749 §4.1.1), which a vendor's own page can spell otherwise:
  /// `redirectUri`.
  private static func target(of page: URL) -> String? {
    let query = page.absoluteString.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return PercentEncoding.decodeForm(query)?.first { $0.name == "redirect_uri" || $0.name == "redirectUri" }?.value
  }

  #if canImport(Darwin)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif
}
