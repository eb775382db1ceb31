public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A tenant's address in its normal form. A configuration may contain the host, the host with `/v1`, or the endpoint
/// `/v1/auth` (H17).
public struct HawcxBaseURL: Sendable, Hashable {
  /// The address without `/v1`: by default the issuer of identity tokens.
  public let root: URL
  /// The URL for every action of a flow: `…/v1/auth`.
  public let flowEndpoint: URL

  /// Normalises `text`: removes the query, the fragment, trailing slashes, and `/v1` or `/v1/auth` at the end.
  ///
  /// - Parameters:
  ///   - text: the configured address.
  ///   - place: the path of the setting in the configuration, for the message.
  /// - Throws: `invalid_configuration` if the address is neither https nor http on `localhost`, `127.0.0.1` or `[::1]`,
  ///   if it contains user information, white space, a backslash or non-ASCII characters, or if a path segment is
  ///   empty, `.` or `..`, or contains an encoded slash or backslash or an invalid percent-encoding.
  public init(_ text: String, at place: String = "baseURL") throws(AuthError) {
    func wrong(_ expected: String) -> AuthError {
      AuthError(
        .invalidConfiguration, "\(place) must be \(expected).",
        fieldErrors: [AuthError.FieldError(field: place, message: "must be \(expected)")])
    }
    guard let origin = Origin(text) else { throw wrong("an absolute URL such as https://tenant.example.com") }
    guard origin.scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(origin.host) else {
      throw wrong("an https URL, or an http URL on localhost, 127.0.0.1 or [::1]")
    }
    let bare = text.prefix { $0 != "?" && $0 != "#" }
    let path = bare.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    if segments.first == "" { segments.removeFirst() }
    while segments.last == "" { segments.removeLast() }
    guard segments.allSatisfy(Self.isPlain) else {
      throw wrong("a URL without empty, '.' or '..' path segments, and without encoded slashes or backslashes")
    }
    if segments.suffix(2) == ["v1", "auth"] { segments.removeLast() }
    if segments.last == "v1" { segments.removeLast() }
    let rootText = ([origin.description] + segments).joined(separator: "/")
    guard let root = URL(string: rootText), let endpoint = URL(string: rootText + "/v1/auth") else {
      throw wrong("an absolute URL such as https://tenant.example.com")
    }
    self.root = root
    flowEndpoint = endpoint
  }

  private static func isPlain(_ segment: String) -> Bool {
    guard !segment.isEmpty, let decoded = PercentEncoding.decode(segment) else { return false }
    return decoded != "." && decoded != ".." && !decoded.contains("/") && !decoded.contains("\\")
  }
}
