import AuthCore

/// The rules for requests that only programs on this machine and the sandbox's own pages may send: the control routes,
/// and the routes with which the app's identity system signs tokens.
///
/// A web page that the user visits can also send requests to this machine: from another origin, or after its own name
/// was made to resolve to this machine (DNS rebinding). A browser names the page in `Origin` and `Sec-Fetch-Site`
/// (Fetch Metadata), and the page's host in `Host`. A request with neither `Origin` nor `Sec-Fetch-Site` comes from a
/// program.
struct LoopbackGate: Sendable {
  /// The origins of the sandbox's own pages.
  let origins: [String]
  /// Whether a token is the one in the sandbox's pages.
  let isPageToken: @Sendable (String?) -> Bool

  /// Returns the refusal of a request; nil if the request may reach its route.
  func refusal(of request: SandboxRequest) -> SandboxResponse? {
    if !isOwnPage(request) { return Self.foreignPage }
    if request.method == "POST", isFromBrowser(request), !isPageToken(request.headers[PasskeyScript.tokenField]) {
      return .refusal(
        403, "page_token_missing",
        "A browser sent this request without the token of the sandbox's page. Reload the page, and try again.")
    }
    if request.method == "POST", !request.body.isEmpty, !Self.isJSON(request.headers["Content-Type"]) {
      return .refusal(
        415, "unsupported_media_type", "The body must be JSON. Send it with Content-Type: application/json.")
    }
    return nil
  }

  /// Returns the refusal of a request whose `Host` is not this server, as after DNS rebinding; nil for any other
  /// request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - baseURL: the address at which the server listens.
  static func misdirected(_ request: SandboxRequest, baseURL: String) -> SandboxResponse? {
    if let own = Origin(baseURL), let host = request.headers["Host"], !host.contains(where: { "/?#".contains($0) }),
      let origin = Origin("\(own.scheme)://\(host)"), origin.isLoopback, origin.port == own.port
    {
      return nil
    }
    return .refusal(
      421, "misdirected_request", "The request's Host is not this server. Send the request to \(baseURL).")
  }

  private func isOwnPage(_ request: SandboxRequest) -> Bool {
    if let origin = request.headers["Origin"], !origins.contains(origin) { return false }
    switch request.headers["Sec-Fetch-Site"] {
    case nil, "same-origin": return true
    // The user typed the address, or used a bookmark.
    case "none": return request.method == "GET" || request.method == "HEAD"
    default: return false
    }
  }

  private func isFromBrowser(_ request: SandboxRequest) -> Bool {
    request.headers["Origin"] != nil || request.headers["Sec-Fetch-Site"] != nil
  }

  private static func isJSON(_ contentType: String?) -> Bool {
    let type = contentType?.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" } ?? ""
    return HTTPHeaders.same(String(type), "application/json")
  }

  private static let foreignPage = SandboxResponse.refusal(
    403, "origin_not_allowed",
    "Pages of another origin may not call this route. Call it from a program that sends neither Origin nor "
      + "Sec-Fetch-Site, or from a page of the sandbox.")
}
